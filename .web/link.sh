swift=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/[^/]*".*|\1|p')
to=.build-web/core
target=wasm32-unknown-none-wasm
for source in Sources/Web/Runtime/*.c; do
  "$swift/bin/clang" --target=wasm32 -Os -ffreestanding -fno-builtin -mbulk-memory -msimd128 -Wall -Werror -c "$source" -o "$to/$(basename "$source" .c).runtime.o"
done
"$swift/bin/wasm-ld" --no-entry --gc-sections --strip-all -z stack-size=1048576 --stack-first -O2 "$to"/*.o "$swift/lib/swift/embedded/$target/libswiftUnicodeDataTables.a" -o "$to/core.wasm"
