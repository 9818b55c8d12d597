"""J. Vandel, B. Mangin and S. de Givry (2012): stochastic greedy search with swaps."""
