# Each target first installs what it needs; `make help` lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-dev build build-all run check test test-long test-cluster lint layout asan tsan \
        determinism fuzz bench report view docs format install-check wasm web web-test python \
        python-attack notebooks clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install the Debian packages the program needs
	@tools/setup

setup-dev:
	@tools/setup dev film

build: setup ## build the program, build/cuelab
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target cuelab_cli

build-all: setup-dev
	@cmake --preset release >/dev/null
	@cmake --build --preset release

run: build ## simulate the nine-ball break, draw it, write a replay page
	@mkdir -p out
	build/cuelab simulate scenes/break_9ball.toml --out out/break.json
	build/cuelab draw out/break.json -o out/break.svg
	build/cuelab draw out/break.json -o out/break.png
	build/cuelab draw out/break.json -o out/break.html
	@echo "picture: out/break.png; replay: open out/break.html in a browser"

check: build-all ## build and run the native tests
	ctest --preset release

# ctest comes last, so that its summary closes the output
test: layout build-all asan determinism web-test python ## format, includes, sanitizers, determinism, viewer, all short tests
	ctest --preset release

test-long: build-all ## property tests with many more random cases
	ctest --preset long

lint: layout ## format, includes, clang-tidy
	@cmake --preset lint >/dev/null
	@tools/tidy build/lint

layout: setup-dev
	@tools/cxx_files | xargs -r clang-format-19 --dry-run -Werror
	@tools/check_includes

asan: setup-dev ## unit and physics tests with the address and undefined-behaviour sanitizers
	@cmake --preset asan-ubsan >/dev/null
	@cmake --build --preset asan-ubsan --target test_unit test_physics
	RC_PARAMS=seed=2026 build/asan-ubsan/tests/test_unit --gtest_brief=1
	RC_PARAMS=seed=2026 build/asan-ubsan/tests/test_physics --gtest_brief=1

tsan: setup-dev ## tests of batches and studies with the thread sanitizer
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan --target test_unit
	build/tsan/tests/test_unit --gtest_brief=1 --gtest_filter='Batch*:Study.*:Outcome*:Noise*:Referee*'

test-cluster: build ## a Slurm array on this machine: run, cancel half, resubmit, compare
	@tools/setup cluster
	/usr/bin/python3 -B tests/cluster/slurm.py build/cuelab

determinism: setup-dev build ## same bits from g++ -O0 and -O3 and clang -O2 (WebAssembly: web-test)
	/usr/bin/python3 -B tests/determinism/hashes.py build

# seconds for each target; FUZZ_FROM=N repeats a run from its first seed
FUZZ_SECONDS ?= 60
FUZZ_FROM ?= $(shell date +%s)000
fuzz: setup-dev ## scenes, impacts and files made to break promises, FUZZ_SECONDS=60 each
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target attack_scenes attack_laws cuelab_cli
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz --target write_corpus fuzz_scene fuzz_recording fuzz_overrides fuzz_goal fuzz_study
	@tools/fuzz $(FUZZ_SECONDS) $(FUZZ_FROM)

bench: setup-dev ## benchmarks, also written to out/bench.json, and instruction counts
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target cuelab_bench shot_loop
	@mkdir -p out
	build/cuelab_bench --benchmark_out=out/bench.json --benchmark_out_format=json
	/usr/bin/python3 -B bench/count/instructions.py build

report: build ## reproduce the published experiments as one page, out/report
	build/cuelab reproduce all -o out/report

view: build web ## serve the viewer locally
	build/cuelab view

docs: ## API reference, build/docs/html
	@tools/setup docs
	@mkdir -p build/docs
	@doxygen tools/Doxyfile
	@echo "reference: build/docs/html/index.html"

format: setup-dev ## format all C++ files
	@tools/cxx_files | xargs -r clang-format-19 -i

install-check: build-all ## install to a temporary folder, build examples/hello against it
	ctest --preset release -R '^install\.'

wasm: ## build the engines as a WebAssembly module, build/wasm/cuelab.wasm
	@tools/setup web
	@cmake -S web/engine -B build/wasm -G Ninja --toolchain $(CURDIR)/cmake/wasm32-wasi.cmake >/dev/null
	@cmake --build build/wasm

web: wasm ## build the viewer for browsers, build/web
	@[ web/node_modules/.package-lock.json -nt web/package-lock.json ] || npm ci --prefix web
	npm run --prefix web build

web-test: build web ## the viewer's tests, its page in Chromium; screenshots in build/web-shots
	@tools/setup browser
	npm run --prefix web test
	npm run --prefix web test:page

# a wheel, installed into an environment of its own, and tested there
python: build ## build the Python module, build/python/*.whl, and test it
	@tools/setup python
	@rm -rf build/python/venv build/python/*.whl
	@/usr/bin/python3 -m pip wheel -q --no-build-isolation --no-deps --no-index -w build/python .
	@/usr/bin/python3 -m venv --system-site-packages build/python/venv
	@build/python/venv/bin/pip install -q --no-index --no-deps build/python/cuelab-*.whl
	/usr/bin/mypy
	CUELAB=build/cuelab build/python/venv/bin/python -B -m pytest -q

# CALLS random calls, most of them wrong, of the package built with sanitizers
CALLS ?= 20000
asan_libraries = $(shell clang++-19 -print-file-name=libclang_rt.asan-x86_64.so 2>/dev/null):$(shell g++ -print-file-name=libstdc++.so.6)
python-attack: setup-dev ## random wrong calls of the Python module, with sanitizers, CALLS=20000
	@tools/setup python
	@CUELAB_PRESET=asan-ubsan /usr/bin/python3 setup.py -q build_ext --build-lib build/python/asan
	@cp python/cuelab/*.py build/python/asan/cuelab
	LD_PRELOAD=$(asan_libraries) ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	PYTHONPATH=build/python/asan /usr/bin/python3 -B tests/python/attack.py $(CALLS)

notebooks: python ## run the notebooks of python/notebooks and write them with their pictures
	PYDEVD_DISABLE_FILE_VALIDATION=1 build/python/venv/bin/python -B python/notebooks/convert.py

clean: ## remove all build output
	rm -rf build out
