# The commands people type. `make demo` converts a sound as Apple's guide does, `make test` passes
# the tests; both install the C libraries first where they are missing.

SHELL := /bin/sh
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
PREFIX ?= /usr/local

# A static executable starts in less than half the time: nothing is left to link.
ifeq ($(shell uname -s),Linux)
STATIC := -Xswiftc -static-executable -Xlinker -s
endif
RELEASE := .build-release
AFCONVERT := $(RELEASE)/release/afconvert

.PHONY: demo build test release lint format samples bench-resampling install clean libraries

demo: release
	$(AFCONVERT) Samples/Sonar.aiff $(RELEASE)/sub.caf -d ima4 -f caff -v
	@ls -l Samples/Sonar.aiff $(RELEASE)/sub.caf

build: libraries
	swift build

test: libraries
	swift build --build-tests
	swift run --skip-build MakeSamples --check
	swift test --skip-build

release: libraries
	swift build -c release --product afconvert --scratch-path $(RELEASE) $(STATIC)

lint:
	swift format lint --strict -r -p Sources Tests Samples Package.swift

format:
	swift format -i -r -p Sources Tests Samples Package.swift

# Writes the sounds in Samples anew; they come out the same on every machine.
samples:
	swift run MakeSamples

# Measures quality and cost of a change of rate, beside sndfile-resample and sox where they are installed.
bench-resampling: release
	swift build -c release --product Benchmark --scratch-path .build-benchmark
	.build-benchmark/release/Benchmark $(AFCONVERT)

install: release
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(AFCONVERT) $(DESTDIR)$(PREFIX)/bin

clean:
	rm -rf .build .build-*

libraries:
	@pkg-config --exists sndfile samplerate 2>/dev/null || $(MAKE) --no-print-directory install-libraries

.PHONY: install-libraries
install-libraries:
	@command -v apt-get >/dev/null || { \
	  echo "Install libsndfile, libsamplerate and pkg-config with their headers, then try again." >&2; \
	  exit 1; }
	$(SUDO) apt-get update
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
	  libsndfile1-dev libsamplerate0-dev pkg-config
