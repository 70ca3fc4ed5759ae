# The verbs. Each sets up what it needs; `make help` lists them.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build build-all run test test-long lint layout asan determinism bench report view docs \
        format install-check wasm web web-test clean

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## install missing Debian packages
	@tools/setup

build: setup ## build the program, build/cuelab
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target cuelab_cli

build-all: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release

run: build ## simulate the nine-ball break, draw it
	@mkdir -p out
	build/cuelab simulate scenes/break_9ball.toml --out out/break.json
	build/cuelab draw out/break.json -o out/break.svg
	build/cuelab draw out/break.json -o out/break.png
	build/cuelab draw out/break.json -o out/break.html
	@echo "picture: out/break.png; replay: open out/break.html in a browser"

# ctest comes last, so that its summary closes the output
test: layout build-all asan determinism web-test ## layout, sanitizers, determinism, the viewer, all short tests
	ctest --preset release

test-long: build-all ## property tests again, with many fresh cases
	ctest --preset long

lint: layout ## layout, include directions, clang-tidy
	@cmake --preset release >/dev/null
	@tools/tidy build

layout: setup
	@tools/cxx_files | xargs -r clang-format-19 --dry-run -Werror
	@tools/check_includes

asan: setup ## unit tests under the address and undefined-behaviour sanitizers
	@cmake --preset asan-ubsan >/dev/null
	@cmake --build --preset asan-ubsan --target test_unit
	RC_PARAMS=seed=2026 build/asan-ubsan/tests/test_unit --gtest_brief=1

determinism: build ## same bits from g++ -O0 and -O3 and clang -O2; web-test has WebAssembly
	/usr/bin/python3 -B tests/determinism/hashes.py build

bench: setup ## benchmarks, also written to out/bench.json, and instruction counts
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target cuelab_bench shot_loop
	@mkdir -p out
	build/cuelab_bench --benchmark_out=out/bench.json --benchmark_out_format=json
	/usr/bin/python3 -B bench/count/instructions.py build

report: build ## the published experiments, computed again, as one page
	build/cuelab reproduce all -o out/report

view: build web ## the viewer in the browser, on this machine
	build/cuelab view

docs: setup ## API pages in build/docs/html
	@mkdir -p build/docs
	@doxygen tools/Doxyfile
	@echo "pages: build/docs/html/index.html"

format: setup ## lay out all C++ files
	@tools/cxx_files | xargs -r clang-format-19 -i

install-check: build-all ## install to a scratch folder, build examples/hello against it
	ctest --preset release -R '^install\.'

wasm: setup ## the engines as a WebAssembly module, build/wasm/cuelab.wasm
	@tools/setup web
	@cmake -S web/engine -B build/wasm -G Ninja --toolchain $(CURDIR)/cmake/wasm32-wasi.cmake >/dev/null
	@cmake --build build/wasm

web: wasm ## the viewer for browsers, build/web
	@[ web/node_modules/.package-lock.json -nt web/package-lock.json ] || npm ci --prefix web
	npm run --prefix web build

web-test: build web ## the viewer's tests, its pages in Chromium; pictures in build/web-shots
	npm run --prefix web test
	npm run --prefix web test:page

clean: ## remove everything that was built
	rm -rf build out
