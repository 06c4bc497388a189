#!/bin/sh
# Builds nginx with the PCRE2 that its rewrite module (`return`) asks for, both from sources inside Rust crates: nothing of the
# system is needed but a C compiler, make and the C library. Run in the folder that holds the crates.

set -e
top=$PWD
pcre=$top/pcre2-sys/upstream

# The three files that are left out are parts of others.
mkdir pcre
cd pcre
for file in "$pcre"/src/*.c; do
    case ${file##*/} in pcre2_jit_match.c | pcre2_jit_misc.c | pcre2_ucptables.c) continue ;; esac
    cc -O2 -c -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DPCRE2_STATIC -DSUPPORT_PCRE2_8 -DSUPPORT_UNICODE -DHAVE_STDLIB_H \
        -DHAVE_MEMMOVE -DSTDC_HEADERS -I"$pcre/src" -I"$pcre/include" -I"$pcre/deps" "$file"
done
ar rcs libpcre2-8.a ./*.o

cd "$top/nginx-src/nginx"
./auto/configure --with-threads --without-http_gzip_module \
    --with-cc-opt="-O2 -DPCRE2_STATIC -I$pcre/include" --with-ld-opt="-L$top/pcre"
make -j"$(nproc 2>/dev/null || echo 2)"
