"""The kernel: one state, one step after the other, from decision to decision."""
