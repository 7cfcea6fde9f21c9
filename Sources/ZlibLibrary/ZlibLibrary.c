#include "ZlibLibrary.h"

#if defined(__linux__) || defined(__APPLE__)

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The stream, as zlib lays it out.
typedef struct {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *message;
  void *state;
  void *(*allocate)(void *, unsigned, unsigned);
  void (*release)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} ZlibStream;

struct GzipReader {
  ZlibStream stream;
};

static struct {
  const char *(*version)(void);
  int (*init)(ZlibStream *, int, const char *, int);
  int (*inflate)(ZlibStream *, int);
  int (*reset)(ZlibStream *);
  int (*end)(ZlibStream *);
} zlib;

static const struct {
  const char *name;
  void *slot;
} symbols[] = {
    {"zlibVersion", &zlib.version}, {"inflateInit2_", &zlib.init}, {"inflate", &zlib.inflate},
    {"inflateReset", &zlib.reset},  {"inflateEnd", &zlib.end},
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;

static void load(void) {
#if defined(__APPLE__)
  void *library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("/usr/lib/libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) return;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return;
    *(void **)symbols[i].slot = symbol;
  }
  is_loaded = 1;
}

GzipReader *gzip_reader_make(void) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  GzipReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  // A window of 2^15 bytes, and 16 for the frame of gzip.
  if (zlib.init(&reader->stream, 15 + 16, zlib.version(), (int)sizeof reader->stream) != 0) {
    free(reader);
    return NULL;
  }
  return reader;
}

void gzip_reader_free(GzipReader *reader) {
  zlib.end(&reader->stream);
  free(reader);
}

void gzip_reader_reset(GzipReader *reader) { zlib.reset(&reader->stream); }

GzipStep gzip_reader_step(GzipReader *reader, const uint8_t *input, size_t input_count,
                          uint8_t *output, size_t output_count, size_t *taken, size_t *given) {
  unsigned in = input_count > UINT_MAX ? UINT_MAX : (unsigned)input_count;
  unsigned out = output_count > UINT_MAX ? UINT_MAX : (unsigned)output_count;
  reader->stream.next_in = input;
  reader->stream.avail_in = in;
  reader->stream.next_out = output;
  reader->stream.avail_out = out;
  int code = zlib.inflate(&reader->stream, 0 /* Z_NO_FLUSH */);
  *taken = in - reader->stream.avail_in;
  *given = out - reader->stream.avail_out;
  switch (code) {
    case 0:   // Z_OK
    case -5:  // Z_BUF_ERROR: nothing could be done without more input or room.
      return GzipGoesOn;
    case 1:  // Z_STREAM_END
      return GzipMemberEnded;
    default:
      return GzipBroken;
  }
}

#else

GzipReader *gzip_reader_make(void) { return NULL; }
void gzip_reader_free(GzipReader *reader) { (void)reader; }
void gzip_reader_reset(GzipReader *reader) { (void)reader; }
GzipStep gzip_reader_step(GzipReader *reader, const uint8_t *input, size_t input_count,
                          uint8_t *output, size_t output_count, size_t *taken, size_t *given) {
  (void)reader, (void)input, (void)input_count, (void)output, (void)output_count;
  *taken = *given = 0;
  return GzipBroken;
}

#endif
