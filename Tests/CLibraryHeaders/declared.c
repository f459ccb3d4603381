#include "../../Sources/CSampleRate/samplerate.h"
#include "../../Sources/CSndFile/sndfile.h"

#include "facts.h"

const HeaderFact *declaredHeaderFacts(void) { return facts; }
