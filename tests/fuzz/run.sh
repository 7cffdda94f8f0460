#!/usr/bin/env bash
# Fuzz every target under sanitizers, one after the other: bash tests/fuzz/run.sh [SECONDS in all, 300]. Needs clang.
# An input that fails is written to tests/fuzz/found/TARGET and stays there: tests/test_fuzz.py runs it ever after. What else was learnt is kept in build/fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=(okey_hands okey_round marriage_hands marriage_round settlements tables)
seconds=$((${1:-300} / ${#targets[@]}))
out=build/fuzz
flags=(-std=c11 -g -O1 -fno-omit-frame-pointer -fno-sanitize-recover=all -Icsrc)
mkdir -p "$out"
objects=()
for source in csrc/*.c csrc/*/*.c tests/fuzz/*.c; do
    [ "$source" != tests/fuzz/main.c ] || continue
    objects+=("$out/$(basename "$(dirname "$source")")_$(basename "$source" .c).o")
    clang "${flags[@]}" -fsanitize=fuzzer-no-link,address,undefined -c "$source" -o "${objects[-1]}"
done
failed=0
for target in "${targets[@]}"; do
    found=tests/fuzz/found/$target
    mkdir -p "$out/$target" "$found"
    clang "${flags[@]}" -fsanitize=fuzzer,address,undefined -DFUZZ_TARGET="$target" tests/fuzz/main.c "${objects[@]}" -o "$out/fuzz_$target"
    echo "-- $target for $seconds seconds"
    "$out/fuzz_$target" -max_total_time="$seconds" -timeout=60 -max_len=1000 -len_control=0 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$found/" "$out/$target" "$found" || failed=1
done
exit "$failed"
