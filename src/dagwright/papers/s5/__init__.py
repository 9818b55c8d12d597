"""Y. Zhao, Y. Chen, K. Tu and J. Tian (2017): curriculum learning."""
