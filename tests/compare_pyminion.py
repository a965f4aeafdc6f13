"""Games per second beside pyminion 0.4.0 in one run, on the two workloads of the benchmark.

Not a test: `pip install pyminion==0.4.0 && python -m tests.compare_pyminion`. Its logging is switched off.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

from interpreter.front.bench import measure, workloads
from interpreter.front.rules import load

PLAY = ["village", "festival", "laboratory", "market", "throne_room", "witch", "smithy", "militia", "moat", "chapel"]
BUY = [("province", 99), ("gold", 99), ("witch", 2), ("laboratory", 3), ("festival", 2), ("market", 2), ("militia", 1),
       ("smithy", 2), ("throne_room", 1), ("village", 3), ("silver", 99), ("chapel", 1), ("moat", 1)]


def other_games(actions: bool, seconds: float) -> tuple[float, float]:
    """Games per second and turns a game of the other engine."""
    logging.disable(logging.CRITICAL)
    from pyminion.bots.bot import Bot
    from pyminion.bots.examples import BigMoney
    from pyminion.bots.optimized_bot import OptimizedBotDecider
    from pyminion.expansions import base
    from pyminion.game import Game

    class Decider(OptimizedBotDecider):  # type: ignore[misc]
        def __init__(self) -> None:
            self.bought: dict[str, int] = {}

        def action_priority(self, player: Any, game: Any) -> Iterator[Any]:
            for name in PLAY:
                yield getattr(base, name)

        def buy_priority(self, player: Any, game: Any) -> Iterator[Any]:
            for name, most in BUY:
                card = getattr(base, name)
                if player.state.money >= card._cost and self.bought.get(name, 0) < most and player.state.buys:
                    self.bought[name] = self.bought.get(name, 0) + 1
                    yield card

    cards = [getattr(base, name) for name in sorted(PLAY)]
    games = turns = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        seats = [Bot(Decider(), "a"), Bot(Decider(), "b")] if actions else [BigMoney("a"), BigMoney("b")]
        game = Game(players=seats, expansions=[base.base_set], kingdom_cards=cards, log_stdout=False)
        result = game.play()
        games += 1
        turns += sum(summary.turns for summary in result.player_summaries)
    return games / spent, turns / games


def main(seconds: float = 4.0) -> None:
    """Prints a table."""
    name, works = workloads()
    rules = load(name)
    print(f"{'':14}{'games/s':>10}{'turns':>8}{'pyminion':>10}{'turns':>8}{'ratio':>8}")
    for work in works:
        mine = measure(rules, work, seconds)
        theirs, turns = other_games(work.bot == "actions", seconds)
        print(f"{work.name:14}{mine['games_per_s']:>10.0f}{mine['turns_per_game']:>8.1f}{theirs:>10.0f}{turns:>8.1f}"
              f"{mine['games_per_s'] / theirs:>8.2f}")


if __name__ == "__main__":
    main()
