# The same words as CI. Every target creates what it needs: nothing but Python, g++ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src cpp -type f -not -name '*.pyc' -not -name '_core*') \
	pyproject.toml CMakeLists.txt README.md

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help demo test check lint format types interop dask browser examples slow mutants sanitize checked checked-core faults odr nightly explore \
	fuzz bench docs site experiments results dist clean

help:
	@echo "make demo     learn a network from the embedded example"
	@echo "make test     run the tests, on every processor (about 6 minutes on 2)"
	@echo "make check    lint, types, docs, other packages, the report in a browser, examples, sanitizers, packaging"
	@echo "make mutants  small wrong changes, each of which a test must notice"
	@echo "make checked  a tenth of the tests on a core that checks itself: assertions and sanitizers"
	@echo "make faults   on that core, let allocations, threads, files and the solver fail, one after the other"
	@echo "make nightly  what is too slow for CI: all examples of the tests, faults, 100 kills of every search (KILLS=), 100 000 random problems (CASES=)"
	@echo "make explore  try new random examples and problems, until Ctrl-C"
	@echo "make fuzz     feed every reader 100 000 broken inputs (FUZZ_INPUTS=)"
	@echo "make site     build the documentation site into build/site"
	@echo "make bench    compare with other packages, both sides in one run"
	@echo "make results  make docs/results again from the committed records"
	@echo "make format   rewrite sources in the project's style"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

# The package, built in place (build/) so that a change recompiles only what it touches.
$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(BIN)/pip install --quiet --group build
	$(BIN)/pip install --quiet --no-build-isolation --config-settings=cmake.define.DAGWRIGHT_WERROR=$(or $(WERROR),OFF) .
	@touch $@

$(VENV)/tools: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --group test --group lint --group bench --group dist
	@touch $@

demo: $(VENV)/installed
	$(BIN)/dagwright learn example:wdbc

test: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pytest --numprocesses logical --dist worksteal

check: lint types docs site interop dask browser examples experiments slow mutants sanitize checked dist

lint: $(VENV)/tools
	$(BIN)/ruff check src tests benchmarks tools examples
	$(BIN)/ruff format --check src tests benchmarks tools examples
	$(BIN)/clang-format --dry-run --Werror $$(find cpp tests/cpp tests/support -name '*.[ch]pp')

format: $(VENV)/tools
	$(BIN)/ruff check --fix-only --quiet src tests benchmarks tools examples
	$(BIN)/ruff format src tests benchmarks tools examples
	$(BIN)/clang-format -i $$(find cpp tests/cpp tests/support -name '*.[ch]pp')

# mypy wants the stub next to the sources; the build generates it and git ignores the copy.
types: $(VENV)/installed $(VENV)/tools
	cp $$($(BIN)/python -c 'import dagwright._core as c, pathlib; print(pathlib.Path(c.__file__).parent)')/_core.pyi src/dagwright/
	$(BIN)/mypy

docs: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pytest --quiet --doctest-glob='*.md' README.md docs

# The pages of docs/ and the reference as a web site; a broken link or a missing page is an error.
site: $(VENV)/installed
	$(BIN)/pip install --quiet --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Against the real packages that networks are handed over to.
interop: $(VENV)/installed $(VENV)/tools
	$(BIN)/pip install --quiet --group interop
	$(BIN)/python -m pytest -m interop tests/interop

# On a real Dask cluster of two processes.
dask: $(VENV)/installed $(VENV)/tools
	$(BIN)/pip install --quiet --group dask
	$(BIN)/python -m pytest -m dask tests/parents/test_dask.py tests/experiments/test_dask.py

# The report in a real browser, which is not from the Python package index.
browser: $(VENV)/installed $(VENV)/tools
	@{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null && \
	  command -v chromedriver >/dev/null || \
	  { echo "make browser needs Chromium: on Debian and Ubuntu, apt-get install chromium chromium-driver" >&2; exit 1; }
	$(BIN)/python -m pytest -m browser tests/report

# Kills and power failures, in dozens of processes for every method, forecasts of long searches, and
# interrupts at all forty places: expensive, and seldom wrong.
slow: $(VENV)/installed $(VENV)/tools
	DAGWRIGHT_KILLS=5 $(BIN)/python -m pytest --numprocesses logical --dist worksteal -m slow tests/crash tests/search/exact
	DAGWRIGHT_EXAMPLES=1 $(BIN)/python -m pytest --numprocesses logical --dist worksteal tests/signals

# The examples at their small size, the notebook in a real kernel.
examples: $(VENV)/installed $(VENV)/tools
	$(BIN)/pip install --quiet --group examples --group interop
	$(BIN)/python -m pytest -m examples tests/examples

# Small wrong changes, one after the other, each of which must fail the test that it names. They are
# made in copies, so nothing is left broken.
mutants: $(VENV)/installed $(VENV)/tools
	PYTHONPATH=tests/support $(BIN)/python -m mutants

# C++ tests with every sanitizer, and warnings as errors.
sanitize: $(VENV)/installed
	for kind in address,undefined thread; do \
	  $(BIN)/cmake -S . -B build/sanitize-$$kind -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
	    -DDAGWRIGHT_PYTHON=OFF -DDAGWRIGHT_TESTS=ON -DDAGWRIGHT_WERROR=ON -DDAGWRIGHT_UNITY=ON -DDAGWRIGHT_SANITIZE=$$kind && \
	  $(BIN)/cmake --build build/sanitize-$$kind && \
	  $(BIN)/ctest --test-dir build/sanitize-$$kind --output-on-failure || exit 1; \
	done

# A tenth of the tests on a build of the core that checks itself: assertions, AddressSanitizer and
# UndefinedBehaviorSanitizer. It has a copy of the package of its own, which PYTHONPATH puts before
# the installed one. Python itself has no sanitizers, so their library is loaded first; and it frees
# little when it ends, so leaks are not looked for here. What aborts says so on the real stderr. Half of
# the tests run beside the other half.
CHECKED := build/checked
CHECKED_RUN = PYTHONPATH=$(CURDIR)/$(CHECKED)/package:$(CURDIR)/tests/support DAGWRIGHT_EXAMPLES=0.1 ASAN_OPTIONS=detect_leaks=0 \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" $(BIN)/python

checked-core: $(VENV)/installed $(VENV)/tools
	$(BIN)/cmake -S . -B $(CHECKED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
	  -DCMAKE_BUILD_TYPE=Checked -DDAGWRIGHT_WERROR=ON -DDAGWRIGHT_UNITY=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
	  -DSKBUILD_PROJECT_VERSION=$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
	$(BIN)/cmake --build $(CHECKED)
	rm -rf $(CHECKED)/package
	mkdir $(CHECKED)/package
	cp -r src/dagwright $(CHECKED)/package
	rm -f $(CHECKED)/package/dagwright/_core*
	cp $(CHECKED)/cpp/_core*.so $(CHECKED)/package/dagwright
	$(CHECKED_RUN) -c 'from dagwright import _core; assert _core.checked, _core.__file__'

checked: checked-core
	@$(CHECKED_RUN) -m pytest --quiet --capture=sys tests/search >$(CHECKED)/search.log 2>&1 & search=$$!; \
	$(CHECKED_RUN) -m pytest --quiet --capture=sys tests/conformance tests/property tests/parents tests/faults; others=$$?; \
	wait $$search; search=$$?; cat $(CHECKED)/search.log; exit $$((others || search))

# On the same build: every allocation, thread start, file operation and call of the solver fails once.
faults: checked-core
	$(CHECKED_RUN) -m faults

# The whole module at once, so that two definitions of one name in different files are an error.
odr: $(VENV)/installed
	$(BIN)/cmake -S . -B build/odr -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DDAGWRIGHT_ODR=ON \
	  -DDAGWRIGHT_WERROR=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -DSKBUILD_PROJECT_VERSION=0
	$(BIN)/cmake --build build/odr

# What is too slow for CI, within 130 minutes on 2 cores.
nightly: $(VENV)/installed $(VENV)/tools odr faults
	DAGWRIGHT_EXAMPLES=1 $(BIN)/python -m pytest --quiet --numprocesses logical --dist worksteal
	DAGWRIGHT_KILLS=$(or $(KILLS),100) $(BIN)/python -m pytest --quiet -m slow tests/crash
	PYTHONPATH=tests/support $(BIN)/python -m claims --cases $(or $(CASES),100000) --minutes 75

# New examples for the property tests, which CI runs on the same ones every time; then interrupts at
# all places of two problems (about an hour); then new problems for the judge of claims, without end.
explore: $(VENV)/installed $(VENV)/tools
	$(BIN)/python -m pytest --hypothesis-profile=explore tests/property
	PYTHONPATH=tests/support $(BIN)/python -m interrupting
	PYTHONPATH=tests/support $(BIN)/python -m claims

# Broken inputs for every reader, one target per file of tests/fuzz; findings go to build/fuzz.
fuzz: $(VENV)/installed $(VENV)/tools
	$(BIN)/pip install --quiet --group fuzz
	$(BIN)/python -m tests.fuzz.run --inputs $(or $(FUZZ_INPUTS),100000)
	$(BIN)/python tools/fuzz_networks.py $(or $(FUZZ_INPUTS),100000)

# Every plan at its smallest size, without any data, and its pages.
experiments: $(VENV)/installed $(VENV)/tools
	rm -rf build/experiments
	$(BIN)/dagwright experiment run all --size smoke --quiet --records build/experiments --data build/experiments
	$(BIN)/dagwright experiment report all --size smoke --records build/experiments -o build/experiments/pages

# The pages of the papers from the committed records.
results: $(VENV)/installed $(VENV)/tools
	$(BIN)/dagwright experiment report all --records docs/results/records -o docs/results

# A wheel and a source archive, and the wheel tried in an empty environment.
dist: $(VENV)/tools
	rm -rf dist build/try
	$(BIN)/python -m build --outdir dist
	$(PYTHON) -m venv build/try
	build/try/bin/pip install --quiet dist/*.whl
	build/try/bin/dagwright info

bench: $(VENV)/installed $(VENV)/tools
	$(BIN)/pip install --quiet '.[peers]' --no-build-isolation
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf build dist $(VENV)
