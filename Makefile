# The commands for users. `make demo` converts a sound as Apple's guide does, and `make test` runs the tests. Both
# install missing C libraries first, except that the demo needs none on a Mac.

SHELL := /bin/sh
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
# Installs Debian packages. If several targets install at once, each waits for the previous installation.
INSTALL := $(SUDO) flock /var/lock/alertsound-install env DEBIAN_FRONTEND=noninteractive \
  sh -c 'apt-get update && apt-get install -y --no-install-recommends "$$@"' install
PREFIX ?= /usr/local
SYSTEM := $(shell uname -s)
RELEASE := $(if $(CODECS),.build-codecs,.build-release)
DECODERS := .build-decoders
DOCS := .build-docs
SITE := .build-site

# The flags of a release build. Start-up takes most of the time of a small conversion, and dynamic linking takes most of
# start-up. These flags reduce 24,005 relocations to 280. Everything but libc and libm is linked statically: Swift's
# libraries, the C++ library they use, and libgcc. The program is not position-independent and exports no symbols.
#
# `make release CODECS=1` links everything statically, including the libraries that other builds load when a sound needs
# them. Such a program runs on any Linux and needs nothing but /proc. The linker's map lists its components, and `make
# dist` compares that list with the notices.
# The program contains the page for `alertsound preview`. SwiftPM sees when the page changes, because the compiler lists
# the page among its inputs. Apple's compiler can't build the page, so on a Mac, it must be there already, as in the
# workflow release.yml.
ifneq ($(SYSTEM),Darwin)
release: web
endif
ifeq ($(SYSTEM),Linux)
ifdef CODECS
LINK_MAP := $(RELEASE)/alertsound.map
RELEASE_FLAGS := -Xswiftc -static-executable -Xlinker -s -Xlinker -L$(DECODERS)/root/lib \
  -Xlinker -Map=$(LINK_MAP)
release: decoders
else
RELEASE_FLAGS := --static-swift-stdlib \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -Xclang-linker -Xswiftc -no-pie \
  -Xlinker --no-export-dynamic -Xlinker -s

# Swift links with -lstdc++, and the linker prefers the shared library. A folder that contains only the static library is
# searched first, so the static library is used. Without a static library, the shared library is linked.
LIBSTDCXX := $(shell { cc -print-file-name=libstdc++.a || clang -print-file-name=libstdc++.a; } 2>/dev/null)
ifneq ($(filter /%,$(LIBSTDCXX)),)
STATIC_LIBRARIES := $(RELEASE)/static
RELEASE_FLAGS += -Xlinker -L$(STATIC_LIBRARIES)
endif
endif
endif
# The compiler stores in each object a hash of its inputs. Only incremental builds need the hash, and it differs from run
# to run.
RELEASE_FLAGS += -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
COMMANDS := afconvert afinfo alertsound
MANUALS := $(wildcard Sources/*/*.1)
DEMO := .build-demo

.PHONY: demo check check-release build test build-tests test-slow coverage test-address test-thread release lint \
  format docs site client demo-app manual samples bench bench-tools fuzz fuzz-brief fuzzer install uninstall \
  web test-web web-test-tools check-bazel check-core check-dask check-dist check-platforms check-readers check-rebuild \
  check-service check-static clean decoders dist

# Builds only afconvert, optimizes only its arithmetic, and builds as many modules at a time as there are processors. That
# is possible because the driver writes a module's interface before it optimizes the module. `make release` optimizes
# across modules, which has to wait for each module.
demo: libraries
	ARITHMETIC_ONLY=1 swift build -c release --product afconvert-alone --scratch-path $(DEMO) --static-swift-stdlib \
	  --use-integrated-swift-driver -Xswiftc -emit-module-separately-wmo -Xswiftc -disable-cmo
	ln -sf afconvert-alone $(DEMO)/release/afconvert
	$(DEMO)/release/afconvert Samples/Sonar.aiff $(DEMO)/sub.caf -d ima4 -f caff -v
	@ls -l Samples/Sonar.aiff $(DEMO)/sub.caf
	@echo 'Try it with a sound of yours: $(DEMO)/release/afconvert ring.mp3 ring.caf -d ima4 -f caff'
	@echo 'All commands: make release, then $(RELEASE)/release/alertsound check FOLDER'

# `check` is what every change must pass. `check-release` is what only a release must pass.
check:
	.ci/run

check-release:
	.ci/run release

# Builds what ships. `swift build` alone also builds the tests' shared code, and that needs the libraries' headers in the
# compiler's search path.
build: libraries
	swift build --product alertsound
	$(call link,.build/debug)

# The tests link libsndfile and include both libraries' headers. Homebrew installs these files where a Mac's compiler
# doesn't look.
ifeq ($(SYSTEM),Darwin)
HOMEBREW = $(shell brew --prefix)
TEST_FLAGS = -Xcc -I$(HOMEBREW)/include -Xlinker -L$(HOMEBREW)/lib
endif

# The slowest suites. They build packages, try tens of thousands of inputs, or start commands hundreds of times.
SLOW := PluginTests|^HostileTests|FaultTests|KillTests|NoThreadTests|AdviceTests|CommandTests.RecipeTests
SLOW := $(SLOW)|ImportTests|UnindexedMP3Tests|ResamplingPlaceTests|InputLimitTests|SafetyTests|OpenFilesTests
SLOW := $(SLOW)|CommandTests.InterruptionTests|Convert(Failure|InPlace|Incremental|Interruption|Record|Report)Tests

# Runs all tests except the slow suites. Only the modules with the arithmetic are optimized. `make test ONLY=Batch` runs
# the suites whose names contain `Batch`, including slow ones.
test: build-tests
	.build-tests/release/MakeSamples --check
	SKIP='$(if $(ONLY),,$(SLOW))' Tests/run.sh .build-tests/release .build-tests/log

# Runs the slow suites, including the hostile suite, in the same build.
test-slow: build-tests
	ONLY='$(SLOW)' Tests/run.sh .build-tests/release .build-tests/log-slow

# Compiles whole modules, without debug information and without checking the compiler's own output. For each module, the
# compiler remarks that the next build will also compile the whole module.
build-tests: SHELL := bash
build-tests: test-libraries
	set -o pipefail; TESTS=1 swift build --build-tests --scratch-path .build-tests -c release -Xswiftc -enable-testing $(TEST_FLAGS) \
	  -debug-info-format none -Xswiftc -whole-module-optimization \
	  -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode \
	  -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify 2>&1 \
	  | { grep --line-buffered -v '^remark: Incremental compilation has been disabled' || true; }

# Tests the page in Debian's Chromium, and its core in node. The converted files are compared with the native command's
# files. `make test-web BROWSERS=all` also runs the slowest tests, and tests the page in Firefox and in WebKitGTK.
# Screenshots are saved in .build-web-tests/screenshots. `make test-web ONLY=core` chooses tests like `pytest -k`.
# Playwright uses the installed browsers and downloads none.
WEB_TESTS := .build-web-tests
ALL_BROWSERS := $(filter all,$(BROWSERS))
BROWSER_TOOLS := $(if $(ALL_BROWSERS),firefox-esr pulseaudio WebKitWebDriver Xvfb)
BROWSER_PACKAGES := $(if $(ALL_BROWSERS),firefox-esr pulseaudio webkit2gtk-driver xvfb)

test-web: web-test-tools
	$(MAKE) --no-print-directory release
	WEB=$(abspath .build-web) PROGRAM=$(abspath $(RELEASE))/release/alertsound OUTPUT=$(abspath $(WEB_TESTS)) \
	  BROWSERS=$(BROWSERS) $(WEB_TESTS)/venv/bin/python -B -m pytest -c Tests/WebTests/pytest.ini Tests/WebTests $(if $(ONLY),-k '$(ONLY)')

# Installs the browsers, ffmpeg and Python packages for `make test-web`.
web-test-tools:
	@(for tool in chromium ffmpeg node tsc $(BROWSER_TOOLS); do command -v $$tool || exit; done && python3 -c 'import ensurepip, venv') >/dev/null 2>&1 \
	  || $(INSTALL) chromium ffmpeg fonts-dejavu-core node-typescript $(BROWSER_PACKAGES) python3-venv $$(command -v node >/dev/null || echo nodejs)
	@cmp -s Tests/WebTests/requirements.txt $(WEB_TESTS)/venv/requirements.txt || { rm -rf $(WEB_TESTS)/venv && \
	  python3 -m venv $(WEB_TESTS)/venv && $(WEB_TESTS)/venv/bin/pip install -q --no-deps -r Tests/WebTests/requirements.txt && \
	  cp Tests/WebTests/requirements.txt $(WEB_TESTS)/venv; }

# Measures how much of each file the tests run. That includes the programs that the tests start. Writes a page for each
# file to .build-coverage/pages. A program that a test kills leaves an incomplete profile or none. Incomplete profiles
# are ignored.
coverage: test-libraries
	swift build --build-tests --enable-code-coverage --scratch-path $(COVERAGE) $(TEST_FLAGS)
	rm -rf $(COVERAGE)/profiles
	LLVM_PROFILE_FILE=$(abspath $(COVERAGE))/profiles/%p.profraw \
	  swift test --skip-build --scratch-path $(COVERAGE)
	@find $(COVERAGE)/profiles -name '*.profraw' >$(COVERAGE)/profiles.txt
	@$(LLVM)/llvm-profdata merge --failure-mode=all --input-files $(COVERAGE)/profiles.txt \
	  -o $(COVERAGE)/profile 2>$(COVERAGE)/lost.txt
	@rm -rf $(COVERAGE)/profiles
	$(LLVM)/llvm-cov show $(COVERED) --format html --output-dir $(COVERAGE)/pages
	$(LLVM)/llvm-cov report $(COVERED) --show-region-summary=false --show-branch-summary=false

COVERAGE := .build-coverage
# On a Mac, the tests are a bundle, and the executable is inside it.
IN_BUNDLE := $(if $(filter Darwin,$(SYSTEM)),/Contents/MacOS/alertsoundPackageTests)
COVERED = $(COVERAGE)/debug/alertsoundPackageTests.xctest$(IN_BUNDLE) \
  $(COMMANDS:%=--object $(COVERAGE)/debug/%) --instr-profile $(COVERAGE)/profile \
  --ignore-filename-regex '/(Tests|Samples|\.build[^/]*|Sources/(Plugins|Synthesis))/'
# The LLVM tools of the Swift toolchain. Other LLVM tools can't read the profiles of Swift's compiler.
LLVM = $$(swift -print-target-info \
  | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/[^/]*".*|\1/bin|p')

# Runs all tests under the address sanitizer, which takes twenty minutes. Leak detection is off, because it would report
# leaks of the test library.
test-address: test-libraries
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address $(TEST_FLAGS) --scratch-path .build-address

# Runs the tests of parallel code, mainly batches, under the thread sanitizer. That takes twenty minutes; without
# optimisation it would take hours. The tests run one at a time, because they would otherwise wait for each other.
test-thread: test-libraries
	swift test --sanitize=thread $(TEST_FLAGS) -Xswiftc -O --scratch-path .build-thread --no-parallel \
	  --filter 'Batch|Conver|IMA4Search|ZipArchive'

# The program and its other names.
release: libraries $(STATIC_LIBRARIES)
	@test -e .build-web/alertsound.html || { echo "First put a release's alertsound.html into .build-web: Apple's compiler can't build it." >&2; exit 1; }
	PAGE=1 swift build -c release --product alertsound --scratch-path $(RELEASE) $(RELEASE_FLAGS)
	$(if $(LINK_MAP),cp $(LINK_MAP) $(RELEASE)/release)
	$(call link,$(RELEASE)/release)

link = for name in $(filter-out alertsound,$(COMMANDS)); do ln -sf alertsound $(1)/$$name || exit; done

$(STATIC_LIBRARIES):
	mkdir -p $@
	ln -sf $(LIBSTDCXX) $@/libstdc++.a

# Builds the libraries that read foreign formats from Debian's sources, for `make release CODECS=1`.
decoders:
	@(for tool in ar bzip2 cc cmake curl g++ patch pkg-config xz; do command -v $$tool || exit; done) >/dev/null 2>&1 \
	  || $(INSTALL) build-essential bzip2 ca-certificates cmake curl patch pkg-config xz-utils
	.packaging/decoders/build.sh $(DECODERS)
	@# Remove the program if the libraries are newer, because SwiftPM doesn't see that they changed.
	@if [ $(DECODERS)/root/state -nt $(RELEASE)/release/alertsound ]; then rm -f $(RELEASE)/release/alertsound; fi

# `folders.py` fails on a cycle between the folders of a module.
lint:
	swift format lint --strict -r -p Sources Tests Samples Package.swift
	.ci/folders.py

format:
	swift format -i -r -p Sources Tests Samples Package.swift

# Writes the commands' help into the man page of `alertsound`. A test fails if the man page differs from the help.
manual: build-tests
	MANUAL=write ONLY=DocumentationTests.ManualTests Tests/run.sh .build-tests/release .build-tests/log-manual

# Regenerates the sounds in Samples. They are the same on every machine.
samples:
	swift run MakeSamples

# Measures the programs and comparable programs and libraries on Linux, and writes the figures into the tables of the
# article Benchmarks. If apt-get works, missing programs are installed first; otherwise they are left out. The
# measurement takes half an hour. It needs an otherwise idle machine, and 4 GB of disk space for the longest sounds.
#
# `make bench PARTS="batch ima4"` repeats only these parts. All parts are start-up, batch, throughput, decoding, growth,
# limit, resampling, ima4 and loudness. `make bench QUICK=1` takes some minutes, with short sounds and few rounds, and
# writes to .build-bench. Both variables can be combined.
BENCH := .build-bench
BENCH_PAGE := Sources/AlertSound/AlertSound.docc/Benchmarks.md
BENCH_OUTPUT := $(if $(QUICK),$(BENCH)/Benchmarks.md,$(BENCH_PAGE))

bench: release bench-tools
	$(BENCH)/venv/bin/python -B -m unittest discover -s .bench
	$(BENCH)/venv/bin/python -B .bench/run.py $(if $(QUICK),--quick) $(RELEASE)/release $(BENCH_PAGE) $(BENCH_OUTPUT) $(PARTS)

BENCH_TOOLS := espeak-ng ffmpeg flac mpg123 sox sndfile-convert sndfile-resample sfconvert

bench-tools:
	@(for tool in $(BENCH_TOOLS); do command -v $$tool || exit; done && python3 -c 'import ensurepip, venv') >/dev/null 2>&1 \
	  || ! command -v apt-get >/dev/null \
	  || $(INSTALL) espeak-ng ffmpeg flac mpg123 sox sndfile-programs samplerate-programs audiofile-tools python3-venv \
	  || echo "Some programs can't be installed and are left out." >&2
	@cmp -s .bench/requirements.txt $(BENCH)/venv/requirements.txt || { rm -rf $(BENCH)/venv && \
	  python3 -m venv $(BENCH)/venv && $(BENCH)/venv/bin/pip install -q --no-deps -r .bench/requirements.txt && \
	  cp .bench/requirements.txt $(BENCH)/venv; }

# Fuzzes each target of Tests/Fuzz for inputs that break its promises. `make fuzz SECONDS=600 TARGETS=caf` chooses the
# duration and the targets. Failing inputs are saved in .build-fuzz/crashes. Each run continues from the corpus of
# earlier runs in .build-fuzz/corpus. OPTIONS are passed to libFuzzer.
FUZZ := .build-fuzz
FUZZER := $(FUZZ)/release/Fuzz
SECONDS := 60
TARGETS = $$($(FUZZER) --list)

fuzz: SHELL := bash
fuzz: fuzzer
	@for target in $(TARGETS); do $(call fuzz,$$target) || exit; done

# Fuzzes each target for two seconds, to check that the seeds pass.
fuzz-brief:
	@$(MAKE) --no-print-directory fuzz SECONDS=2

fuzz = mkdir -p $(FUZZ)/{corpus/$(1),crashes,logs}; \
  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=quarantine_size_mb=16 \
  $(FUZZER) $(1) -max_total_time=$(SECONDS) -timeout=25 -rss_limit_mb=2048 -max_len=2048 \
  -dict=$(FUZZ)/seeds/$(1).words -artifact_prefix=$(FUZZ)/crashes/$(1)- -print_final_stats=1 $(OPTIONS) \
  $(FUZZ)/corpus/$(1) $(FUZZ)/seeds/$(1) >$(FUZZ)/logs/$(1) 2>&1 \
  && echo "$(1): $$(grep -a DONE $(FUZZ)/logs/$(1))" || { tail -n 40 $(FUZZ)/logs/$(1); false; }

# Links with lld, because gold, Swift's default linker, fails on the sanitizer's sections.
fuzzer: libraries
	FUZZ=1 swift build -c release --product Fuzz --scratch-path $(FUZZ) --sanitize=address \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld
	@rm -rf $(FUZZ)/seeds
	@$(FUZZER) --seeds $(FUZZ)/seeds

# The folders below PREFIX in which shells look for completions.
BASH_COMPLETIONS := share/bash-completion/completions
ZSH_COMPLETIONS := share/zsh/site-functions
FISH_COMPLETIONS := share/fish/vendor_completions.d
COMPLETIONS := $(BASH_COMPLETIONS)/alertsound $(ZSH_COMPLETIONS)/_alertsound $(FISH_COMPLETIONS)/alertsound.fish

# Installs what `make release` has built, manual pages and alertsound's completions below PREFIX. Builds nothing, because
# root's PATH usually lacks Swift. On a Mac, installs only alertsound, because scripts there expect Apple's own tools.
INSTALLED := $(if $(filter Darwin,$(SYSTEM)),alertsound,$(COMMANDS))

install:
	@test -x $(RELEASE)/release/alertsound || { echo "There is no program to install: run 'make release' first." >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(dir $(COMPLETIONS:%=$(DESTDIR)$(PREFIX)/%))
	install -m 755 $(RELEASE)/release/alertsound $(DESTDIR)$(PREFIX)/bin
	$(if $(filter-out Darwin,$(SYSTEM)),$(call link,$(DESTDIR)$(PREFIX)/bin))
	install -m 644 $(filter $(INSTALLED:%=\%/%.1),$(MANUALS)) $(DESTDIR)$(PREFIX)/share/man/man1
	$(call completion,bash) >$(DESTDIR)$(PREFIX)/$(BASH_COMPLETIONS)/alertsound
	$(call completion,zsh) >$(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS)/_alertsound
	$(call completion,fish) >$(DESTDIR)$(PREFIX)/$(FISH_COMPLETIONS)/alertsound.fish

completion = umask 022; $(RELEASE)/release/alertsound --generate-completion-script $(1)

uninstall:
	rm -f $(INSTALLED:%=$(DESTDIR)$(PREFIX)/bin/%) $(INSTALLED:%=$(DESTDIR)$(PREFIX)/share/man/man1/%.1) \
	  $(COMPLETIONS:%=$(DESTDIR)$(PREFIX)/%)

# Checks that the program of `make release CODECS=1` needs nothing but /proc and does the same as the usual build. It
# runs in an empty folder, in other Debian versions, and with only musl. Needs root and debootstrap.
check-static: release
	@(for tool in debootstrap ffmpeg file qemu-x86_64 sndfile-convert sox; do command -v $$tool || exit; done) >/dev/null 2>&1 \
	  || $(INSTALL) debootstrap ffmpeg file qemu-user sndfile-programs sox
	$(MAKE) --no-print-directory release CODECS=1
	$(SUDO) env ONLY=static USUAL=$(abspath $(RELEASE))/release .packaging/check.sh - .build-codecs/release/alertsound .build-static

# Builds a complete release of the static program in .build-dist: archives, an install script, packages for pip, npm,
# Debian and SwiftPM, the libraries' sources and SHA256SUMS. Two builds of a commit in the same folder have the same bytes. `make dist PROGRAMS="FILE FILE..."` packs programs that were built elsewhere for other
# systems. A release offers the sources of the last commit, so changes must be committed. For trials, UNCOMMITTED=1
# allows uncommitted changes.
DIST := .build-dist
PROGRAMS ?= .build-codecs/release/alertsound
DIST_OPTIONS := --decoders $(DECODERS) $(if $(UNCOMMITTED),--uncommitted)

dist:
	$(if $(filter command line environment,$(origin PROGRAMS)),,$(MAKE) --no-print-directory release CODECS=1)
	@(for tool in cc dpkg-source git python3 zip; do command -v $$tool || exit; done && /usr/bin/python3 -c 'import wheel' && \
	  apt-get indextargets 'Created-By: Packages' | grep .) >/dev/null 2>&1 \
	  || $(INSTALL) dpkg-dev gcc git libc6-dev python3-wheel zip
	python3 .packaging/dist $(PROGRAMS) $(DIST) $(DIST_OPTIONS)

# Installs each of the packages in .build-dist like a user, mostly without a network, and packs the release a second time
# elsewhere. `make check-dist ONLY="wheel deb"` chooses packages. Needs root. Debian's npm can't
# be installed beside a nodejs package from another source, which brings its own npm.
check-dist: dist
	@(for tool in busybox curl debootstrap git lintian node npm openssl unshare wget; do command -v $$tool || exit; done && \
	  python3 -c 'import ensurepip, venv') >/dev/null 2>&1 \
	  || $(INSTALL) busybox ca-certificates curl debootstrap git lintian openssl python3-venv util-linux wget \
	  $$(command -v npm >/dev/null || echo nodejs npm)
	$(SUDO) env ONLY="$(ONLY)" PATH="$$PATH" .packaging/check.sh $(DIST) \
	  "$(PROGRAMS)" .build-check-dist $(DIST_OPTIONS)

# Compiles the static program twice, both times from scratch, and compares the bytes.
check-rebuild:
	rm -rf .build-codecs .build-rebuild
	$(MAKE) --no-print-directory release CODECS=1
	mkdir .build-rebuild
	mv .build-codecs/release/alertsound .build-rebuild
	rm -rf .build-codecs
	$(MAKE) --no-print-directory release CODECS=1
	cmp .build-rebuild/alertsound .build-codecs/release/alertsound

# Converts sounds with the Bazel recipe, on this machine and by remote execution, and compares the files with those of
# `alertsound convert`. Installs Debian's Bazel and PostgreSQL, and BuildGrid from PyPI. `make check-bazel COUNT=1000`
# converts more sounds.
check-bazel: release
	@(command -v bazel && command -v pg_ctlcluster && python3 -c 'import ensurepip, venv') >/dev/null 2>&1 || \
	  $(INSTALL) bazel-bootstrap postgresql python3-venv
	@# BuildGrid 0.4.4 is the last version for Debian 12's Python. It can't wait for the database with SQLAlchemy 2.1's driver.
	@$(call with-packages,.build-bazel,'buildgrid[database]==0.4.4' 'SQLAlchemy<2.1') \
	  Tests/RecipeTests/check_bazel.py $(abspath $(RELEASE))/release/alertsound .build-bazel/check $(or $(COUNT),100)

# Runs the Dask recipe on several processes and kills some of them. Installs Dask from PyPI.
check-dask: release
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(INSTALL) python3-venv
	@$(call with-packages,.build-dask,distributed==2026.8.0) \
	  Tests/RecipeTests/check_dask.py $(abspath $(RELEASE))/release/alertsound .build-dask/check $(or $(COUNT),200)

# Converts six sounds, and compares what other programs and libraries make of them with the table of the article "Who reads
# these files". Installs pinned versions from Debian 12 and PyPI; a reader that has changed fails the check. PyAV's versions
# exclude each other, so one of them is in an environment of its own.
READERS := .build-readers
READER_PACKAGES := audiofile-tools ffmpeg flac gstreamer1.0-plugins-bad gstreamer1.0-plugins-base gstreamer1.0-plugins-good \
  gstreamer1.0-tools lame opus-tools sox vorbis-tools wavpack

check-readers: release
	@dpkg-query -W $(READER_PACKAGES) >/dev/null 2>&1 || $(INSTALL) $(READER_PACKAGES)
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(INSTALL) python3-venv
	@$(call with-packages,$(READERS)/old,av==16.1.0 numpy==2.4.6) -c ''
	@$(call with-packages,$(READERS),av==18.1.0 imageio-ffmpeg==0.8.1 miniaudio==1.71 numpy==2.4.6 pedalboard==0.9.26 \
	  pygame-ce==2.5.8 scipy==1.17.1 soundfile==0.14.0) \
	  Tests/ReaderTests/check_readers.py $(abspath $(RELEASE))/release/alertsound $(READERS) \
	  Sources/AlertSound/AlertSound.docc/WhoReadsTheseFiles.md

# Uploads sounds to the sample service, 50 at a time for a minute, and hostile ones. The first build takes ten minutes,
# mainly for Hummingbird.
check-service:
	swift build -c release --package-path Samples/Service --scratch-path .build-service
	python3 -B Tests/RecipeTests/check_service.py .build-service/release/Service .build-service/check

# Installs packages from PyPI in a folder, and runs Python with them.
with-packages = { [ -e $(1)/venv/ready ] || { python3 -m venv $(1)/venv && $(1)/venv/bin/pip install -q $(2) && \
  touch $(1)/venv/ready; }; } && $(1)/venv/bin/python -B

# Builds the core and a program that exercises it for this machine and others. Checks that all builds compute the same
# and that nothing traps. `make check-core BUILDS="wasm32 arm64"` chooses builds. The program is in Tests/CoreProgram.
check-core:
	@{ command -v node && command -v qemu-arm && python3 -c 'import ensurepip, venv'; } >/dev/null 2>&1 || \
	  $(INSTALL) nodejs qemu-user python3-venv
	@.platforms/check-core .build-core $(BUILDS)

# Type-checks all modules that ship for macOS, iOS, Linux on ARM and musl. Needs no Mac, because the headers come from a
# pinned package. The first run downloads that package and keeps its results in .build-platforms.
check-platforms: test-libraries
	@python3 -c 'import ensurepip, venv' 2>/dev/null || $(INSTALL) python3-venv
	@python3 .platforms/check.py

# Builds the converter for browsers in .build-web. The folder `page` is for any static host, and the single file
# alertsound.html also works without a server.
web:
	@(for tool in wasm-opt esbuild python3 zopfli; do command -v $$tool || exit; done) >/dev/null 2>&1 || $(INSTALL) binaryen esbuild python3 zopfli
	@$(MAKE) --no-print-directory .build-web/alertsound.html

.build-web/alertsound.html: .build-web/core/core.wasm .web/build.py $(wildcard Sources/Web/Page/*)
	@python3 .web/build.py .build-web/core/core.wasm .build-web

.build-web/core/core.wasm: .web/core .web/order.py $(shell find Sources/SoundFormat Sources/Synthesis Sources/AlertCore Sources/Web/Core \
  Sources/Web/Runtime -name '*.swift' -o -name '*.c')
	.web/core .build-web/core

# Builds the libraries' documentation as DocC archives in .build-docs. Warnings are errors.
docs: libraries
	rm -rf $(DOCS)
	mkdir -p $(DOCS)/graphs
	swift build --target AlertCheck --scratch-path $(DOCS)/build -Xswiftc -emit-symbol-graph \
	  -Xswiftc -emit-symbol-graph-dir -Xswiftc $(abspath $(DOCS))/graphs \
	  -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public \
	  -Xswiftc -emit-extension-block-symbols
	python3 .web/graphs.py $(DOCS)/graphs $(DOCS)/symbols
	$(call docc,SoundFormat,)
	$(call docc,AlertSound,SoundFormat)
	$(call docc,AlertCheck,SoundFormat AlertSound)

# Arguments: a module, and the modules that its articles may link.
docc = .web/articles.py Sources/$(1)/$(1).docc $(DOCS)/articles/$(1).docc $(2) && \
	docc convert $(DOCS)/articles/$(1).docc --additional-symbol-graph-dir $(DOCS)/symbols/$(1) \
	  --output-path $(DOCS)/$(1).doccarchive --fallback-display-name $(1) \
	  --fallback-bundle-identifier $(1) --warnings-as-errors \
	  --enable-experimental-external-link-support $(2:%=--dependency $(DOCS)/%.doccarchive)

# Builds a site in .build-site, for any static host and under any prefix. It has the articles, the reference, the manual
# pages and the converter in the browser. Every link is checked. Installs mandoc and Python.
site: docs
	$(MAKE) --no-print-directory web
	@(for tool in git mandoc python3; do command -v $$tool || exit; done) >/dev/null || $(INSTALL) git mandoc python3
	python3 -m unittest discover -s Tests/SiteTests
	rm -rf $(SITE)
	python3 .web/site.py $(SITE) --archive $(DOCS)/AlertSound.doccarchive --archive $(DOCS)/AlertCheck.doccarchive \
	  --archive $(DOCS)/SoundFormat.doccarchive \
	  --page .build-web/page --single .build-web/alertsound.html $(MANUALS:%=--manual %)

# Runs sample programs that use the libraries from their own package.
client: libraries
	swift run --package-path Samples/Client --scratch-path .build-client Client \
	  Samples/Chime.wav .build-client/sounds
	swift run --package-path Samples/Client --scratch-path .build-client Sizes
	swift run --package-path Samples/Client/Payload --scratch-path .build-client-payload Payload \
	  Samples '{"aps": {"sound": "Bell.caf"}}'

# Runs a sample app whose sounds the plugin converts. It lists the sounds in its bundle.
demo-app: libraries
	swift run --package-path Samples/DemoApp --scratch-path .build-demo-app DemoApp

clean:
	rm -rf $(if $(filter Linux,$(SYSTEM)),--one-file-system) .build .build-*

.PHONY: libraries test-libraries install-libraries install-tools
ifeq ($(SYSTEM),Darwin)
# On macOS, nothing must be installed. The system decodes foreign formats and has all libraries that the programs need.
libraries:

test-libraries:
	@brew list libsndfile libsamplerate >/dev/null 2>&1 || brew install libsndfile libsamplerate
else
libraries:
	@pkg-config --exists sndfile samplerate 2>/dev/null || $(MAKE) --no-print-directory install-libraries

# Some tests compare with ffmpeg and sox. If these programs can't be installed, the tests are skipped.
test-libraries: libraries
	@(command -v ffmpeg && command -v sox) >/dev/null || $(MAKE) --no-print-directory install-tools \
	  || echo "ffmpeg and sox can't be installed: tests that need them are skipped" >&2
endif

install-tools:
	@command -v apt-get >/dev/null
	$(INSTALL) ffmpeg sox

install-libraries:
	@command -v apt-get >/dev/null || { \
	  echo "Install libsndfile, libsamplerate and pkg-config with their headers, then try again." >&2; \
	  exit 1; }
	$(INSTALL) libsndfile1-dev libsamplerate0-dev pkg-config
