/* Stand-ins for the functions that libsndfile calls to encode FLAC and Opus. They refuse to encode. Vorbis has none,
   because it is encoded for Android. The linker takes these functions, because they precede the libraries. They ignore
   their arguments, so no arguments are declared. */

#include <stddef.h>

/* An error of both libraries: less than every result that means success. */
enum { refused = -131 } ;

#define REFUSE(function) int function () { return refused ; }
#define RETURN_NOTHING(function) void *function () { return NULL ; }

REFUSE (opus_multistream_encoder_ctl)
REFUSE (opus_multistream_encode_float)
RETURN_NOTHING (opus_multistream_encoder_create)
RETURN_NOTHING (opus_multistream_surround_encoder_create)
void opus_multistream_encoder_destroy () {}

/* These FLAC functions return 0 for "false". */
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

/* For the initialisation, only 0 is success. libsndfile prints the description of any other result. */
int FLAC__stream_encoder_init_stream () { return 1 ; }
const char *const FLAC__StreamEncoderInitStatusString [] = { "", "encoding is left out" } ;
