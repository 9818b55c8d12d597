"""One file format a module: text to a network or a structure, and back."""
