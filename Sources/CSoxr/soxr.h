#pragma once

#include <stddef.h>

// The part of soxr's documented interface that the benchmark needs. The library is loaded if it is installed.
// Source: soxr.h of 0.1.3.

typedef struct soxr *soxr_t;

// What went wrong, in words; null if nothing did.
typedef const char *soxr_error_t;

typedef struct {
  double precision, phase_response, passband_end, stopband_begin;
  void *e;
  unsigned long flags;
} soxr_quality_spec_t;

// The recipes of soxr_quality_spec.
enum {
  SOXR_HQ = 4,
  SOXR_VHQ = 6,
};

typedef soxr_quality_spec_t (*soxr_quality_spec_function)(unsigned long recipe, unsigned long flags);

// Null in place of the sample format and of the runtime options stands for interleaved 32-bit floats and for a
// single thread. Their structures aren't declared, since nothing else is needed.
typedef soxr_t (*soxr_create_function)(
  double input_rate, double output_rate, unsigned channel_count, soxr_error_t *error,
  const void *io_spec, const soxr_quality_spec_t *quality_spec, const void *runtime_spec);

// Counts are in frames. Null as the input ends the stream.
typedef soxr_error_t (*soxr_process_function)(
  soxr_t, const void *input, size_t input_count, size_t *used_count, void *output,
  size_t output_capacity, size_t *output_count);

typedef void (*soxr_delete_function)(soxr_t);
