// zlib without its headers and without linking it.
//
// The library is searched for when the first compressed input is read: `libz.so.1`, on Darwin
// `libz.1.dylib`. What is declared here is the little that reading gzip (RFC 1952) needs. The layout
// of its stream is zlib's binary interface, which has not changed since version 1.0 of 1996.
//
// Platforms: Darwin, and Linux with glibc or dynamic musl. A static musl program has no working
// `dlopen`; there `gzip_reader_make` returns NULL, as on a machine without zlib.
#ifndef ZLIB_LIBRARY_H
#define ZLIB_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// Inflates one gzip member after another.
typedef struct GzipReader GzipReader;

/// What came of a step.
typedef enum GzipStep {
  /// There is more to come.
  GzipGoesOn = 0,
  /// The member has ended, and its sums are right.
  GzipMemberEnded = 1,
  /// The bytes are no gzip, or a sum is wrong.
  GzipBroken = 2,
} GzipStep;

/// Makes a reader; NULL where no zlib was found.
GzipReader *gzip_reader_make(void);

/// Frees a reader.
void gzip_reader_free(GzipReader *reader);

/// Begins with the next member.
void gzip_reader_reset(GzipReader *reader);

/// Inflates some bytes, and says how many it took and how many it gave.
GzipStep gzip_reader_step(GzipReader *reader, const uint8_t *input, size_t input_count,
                          uint8_t *output, size_t output_count, size_t *taken, size_t *given);

#endif
