#pragma once

// The part of zlib's documented interface that inflating needs. Machines that have the library often lack
// its header. Source: zlib.h and zconf.h, unchanged since zlib 1.2.0 except for private parts.

typedef struct z_stream_s {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;

  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;

  const char *msg;
  struct internal_state *state;

  void *(*zalloc)(void *opaque, unsigned int items, unsigned int size);
  void (*zfree)(void *opaque, void *address);
  void *opaque;

  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

enum {
  Z_NO_FLUSH = 0,
  Z_OK = 0,
  Z_STREAM_END = 1,
  Z_MEM_ERROR = -4,
  Z_BUF_ERROR = -5,
};
