"""W. Perez Urcia and D. D. Mauá (2016): selecting candidate parents and initial orders."""
