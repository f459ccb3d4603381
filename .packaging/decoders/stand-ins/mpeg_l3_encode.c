/* Replaces libsndfile's MP3 encoder, which needs LAME. This encoder refuses to encode. */

#include "sfconfig.h"
#include "sndfile.h"
#include "common.h"
#include "mpeg.h"

int
mpeg_l3_encoder_init (SF_PRIVATE *UNUSED (psf), int UNUSED (info_tag))
{
  return SFE_UNIMPLEMENTED ;
}

int
mpeg_l3_encoder_write_id3tag (SF_PRIVATE *UNUSED (psf))
{
  return SFE_UNIMPLEMENTED ;
}

int
mpeg_l3_encoder_set_quality (SF_PRIVATE *UNUSED (psf), double UNUSED (compression))
{
  return SF_FALSE ;
}

int
mpeg_l3_encoder_set_bitrate_mode (SF_PRIVATE *UNUSED (psf), int UNUSED (mode))
{
  return SF_FALSE ;
}

int
mpeg_l3_encoder_get_bitrate_mode (SF_PRIVATE *UNUSED (psf))
{
  return SF_BITRATE_MODE_CONSTANT ;
}
