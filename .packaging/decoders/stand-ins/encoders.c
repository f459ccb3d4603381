/* Refuses what libsndfile calls to encode FLAC and Opus. Vorbis is encoded, for Android. Linked before the libraries, these functions keep
   the linker from taking theirs. The arguments aren't looked at, so none are declared. */

#include <stddef.h>

/* Less than every success of either. */
enum { refused = -131 } ;

#define REFUSE(function) int function () { return refused ; }
#define RETURN_NOTHING(function) void *function () { return NULL ; }

REFUSE (opus_multistream_encoder_ctl)
REFUSE (opus_multistream_encode_float)
RETURN_NOTHING (opus_multistream_encoder_create)
RETURN_NOTHING (opus_multistream_surround_encoder_create)
void opus_multistream_encoder_destroy () {}

/* For FLAC's, 0 is "false". */
#define RETURN_FALSE(function) int function () { return 0 ; }
RETURN_FALSE (FLAC__stream_encoder_finish)
RETURN_FALSE (FLAC__stream_encoder_process_interleaved)
RETURN_FALSE (FLAC__stream_encoder_set_bits_per_sample)
RETURN_FALSE (FLAC__stream_encoder_set_channels)
RETURN_FALSE (FLAC__stream_encoder_set_compression_level)
RETURN_FALSE (FLAC__stream_encoder_set_metadata)
RETURN_FALSE (FLAC__stream_encoder_set_sample_rate)
RETURN_NOTHING (FLAC__stream_encoder_new)
void FLAC__stream_encoder_delete () {}

/* Only the initialisation's 0 is success; libsndfile looks its other results' descriptions up. */
int FLAC__stream_encoder_init_stream () { return 1 ; }
const char *const FLAC__StreamEncoderInitStatusString [] = { "", "encoding is left out" } ;
