"""Networks as the classes of other packages, which are imported only when asked for."""
