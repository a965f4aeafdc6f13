"""What people and programs hold on to: games, decisions, events, bots, the command line."""
