"""Speed: side-by-side runs against other packages, and micro-benchmarks of the kernels."""
