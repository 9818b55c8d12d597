"""C. Yuan and B. Malone (2012): exact search with pattern databases."""
