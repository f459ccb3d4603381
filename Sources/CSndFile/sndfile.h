#pragma once

#include <stdint.h>

// The part of libsndfile's documented interface that reading, and writing Ogg Vorbis, need. The library is loaded on first use, so a
// machine that builds this package needn't have it. A test compares these declarations with the library's own
// header. Source: libsndfile's "API" page, and sndfile.h of 1.0.28 to 1.2.2.

enum {
  // Containers.
  SF_FORMAT_WAV = 0x010000,
  SF_FORMAT_AIFF = 0x020000,
  SF_FORMAT_AU = 0x030000,
  SF_FORMAT_SVX = 0x060000,
  SF_FORMAT_W64 = 0x0B0000,
  SF_FORMAT_WAVEX = 0x130000,
  SF_FORMAT_SD2 = 0x160000,
  SF_FORMAT_CAF = 0x180000,
  SF_FORMAT_OGG = 0x200000,
  SF_FORMAT_RF64 = 0x220000,
  SF_FORMAT_MPEG = 0x230000,

  // Codecs.
  SF_FORMAT_PCM_S8 = 0x01,
  SF_FORMAT_PCM_16 = 0x02,
  SF_FORMAT_PCM_24 = 0x03,
  SF_FORMAT_PCM_32 = 0x04,
  SF_FORMAT_PCM_U8 = 0x05,
  SF_FORMAT_FLOAT = 0x06,
  SF_FORMAT_DOUBLE = 0x07,
  SF_FORMAT_ULAW = 0x10,
  SF_FORMAT_ALAW = 0x11,
  SF_FORMAT_IMA_ADPCM = 0x12,
  SF_FORMAT_MS_ADPCM = 0x13,
  SF_FORMAT_GSM610 = 0x20,
  SF_FORMAT_DPCM_8 = 0x50,
  SF_FORMAT_DPCM_16 = 0x51,
  SF_FORMAT_VORBIS = 0x60,
  SF_FORMAT_OPUS = 0x64,
  SF_FORMAT_ALAC_16 = 0x70,
  SF_FORMAT_ALAC_20 = 0x71,
  SF_FORMAT_ALAC_24 = 0x72,
  SF_FORMAT_ALAC_32 = 0x73,
  SF_FORMAT_MPEG_LAYER_I = 0x80,
  SF_FORMAT_MPEG_LAYER_II = 0x81,
  SF_FORMAT_MPEG_LAYER_III = 0x82,

  // Byte orders.
  SF_ENDIAN_LITTLE = 0x10000000,
  SF_ENDIAN_BIG = 0x20000000,

  // The parts of SF_INFO.format.
  SF_FORMAT_SUBMASK = 0x0000FFFF,
  SF_FORMAT_TYPEMASK = 0x0FFF0000,
  SF_FORMAT_ENDMASK = 0x30000000,
};

enum {
  SFM_READ = 0x10,
  SFM_WRITE = 0x20,
  SFC_GET_LIB_VERSION = 0x1000,
  SFC_GET_FORMAT_INFO = 0x1028,
  SFC_SET_VBR_ENCODING_QUALITY = 0x1300,
};

enum {
  SF_ERR_UNRECOGNISED_FORMAT = 1,
  SF_ERR_UNSUPPORTED_ENCODING = 4,
};

enum {
  SF_STR_TITLE = 0x01,
  SF_STR_COPYRIGHT = 0x02,
  SF_STR_ARTIST = 0x04,
  SF_STR_COMMENT = 0x05,
  SF_STR_DATE = 0x06,
  SF_STR_ALBUM = 0x07,
  SF_STR_TRACKNUMBER = 0x09,
  SF_STR_GENRE = 0x10,
};

typedef int64_t sf_count_t;

typedef struct SF_INFO {
  sf_count_t frames;
  int samplerate;
  int channels;
  int format;
  int sections;
  int seekable;
} SF_INFO;

typedef struct {
  int format;
  const char *name;
  const char *extension;
} SF_FORMAT_INFO;

typedef struct SF_VIRTUAL_IO {
  sf_count_t (*get_filelen)(void *user_data);
  sf_count_t (*seek)(sf_count_t offset, int whence, void *user_data);
  sf_count_t (*read)(void *destination, sf_count_t count, void *user_data);
  sf_count_t (*write)(const void *source, sf_count_t count, void *user_data);
  sf_count_t (*tell)(void *user_data);
} SF_VIRTUAL_IO;
