"""Tables of text: their encoding, layout, header and footer, and their columns."""
