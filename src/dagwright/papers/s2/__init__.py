"""C. Lee and P. van Beek (2017): searching over orders by insertions."""
