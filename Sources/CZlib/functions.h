#pragma once

#include "zlib.h"

// The functions themselves. Source: zlib.h.

int inflateInit2_(z_stream *stream, int window_bits, const char *version, int stream_size);
int inflate(z_stream *stream, int flush);
int inflateEnd(z_stream *stream);
unsigned long crc32(unsigned long checksum, const unsigned char *bytes, unsigned int count);
