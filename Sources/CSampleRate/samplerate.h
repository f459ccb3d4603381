#pragma once

// The part of libsamplerate's documented interface that resampling needs. The library is loaded on first use,
// so a machine that builds this package needn't have it. A test compares these declarations with the
// library's own header. Source: libsamplerate's "Full API" page, and samplerate.h of 0.1.9 to 0.2.2.

typedef struct {
  const float *data_in;
  float *data_out;
  long input_frames, output_frames;
  long input_frames_used, output_frames_gen;
  int end_of_input;
  double src_ratio;
} SRC_DATA;

enum {
  SRC_SINC_BEST_QUALITY = 0,
  SRC_SINC_MEDIUM_QUALITY = 1,
  SRC_SINC_FASTEST = 2,
  SRC_LINEAR = 4,
};
