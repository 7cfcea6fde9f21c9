// libcurl without its headers and without linking it.
//
// The library is searched for when the first request is made: `libcurl.so.4`, else the GnuTLS build
// `libcurl-gnutls.so.4`. What is declared here are the few calls that a client of HTTP needs, with
// a function for each type of option, because Swift cannot call C functions with `...`. The numbers
// of options, infos and results are libcurl's binary interface, which has not changed since 2006.
//
// Platforms: Linux with glibc or dynamic musl. A static musl program has no working `dlopen`, and
// Darwin has URLSession; there `curl_library_state` answers that no library was found, and nothing
// else may be called.
#ifndef CURL_LIBRARY_H
#define CURL_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// Whether the library can be used.
typedef enum CurlLibraryState {
  /// Every call below works.
  CurlLibraryLoaded = 0,
  /// Neither name was found.
  CurlLibraryMissing = 1,
  /// A library was found that is older than 7.68, of January 2020.
  CurlLibraryTooOld = 2,
} CurlLibraryState;

/// Loads the library once; thread-safe. Every other call needs `CurlLibraryLoaded` first.
CurlLibraryState curl_library_state(void);

/// Blocks every signal in the calling thread, so that the program's own threads get them, and so
/// that a connection which the server closed raises no SIGPIPE.
void curl_library_block_signals(void);

// Easy handles: one request each.

typedef size_t (*CurlDataCallback)(char *bytes, size_t size, size_t count, void *context);

void *curl_library_easy_init(void);
void curl_library_easy_reset(void *easy);
void curl_library_easy_cleanup(void *easy);
int curl_library_set_long(void *easy, int option, long value);
int curl_library_set_offset(void *easy, int option, int64_t value);
int curl_library_set_text(void *easy, int option, const char *value);
int curl_library_set_pointer(void *easy, int option, void *value);
int curl_library_set_callback(void *easy, int option, CurlDataCallback value);
/// Returns 0 where the info is not known.
long curl_library_get_long(void *easy, int info);
/// Returns 0 where the info is not known.
int64_t curl_library_get_offset(void *easy, int info);
const char *curl_library_text(int code);
void *curl_library_list_append(void *list, const char *text);
void curl_library_list_free(void *list);

// The multi handle: all requests of a thread.

void *curl_library_multi_init(void);
int curl_library_multi_set_long(void *multi, int option, long value);
int curl_library_multi_add(void *multi, void *easy);
void curl_library_multi_remove(void *multi, void *easy);
/// Moves bytes without waiting.
int curl_library_multi_perform(void *multi);
/// Waits until there is something to do, or for some milliseconds, or until it is woken.
int curl_library_multi_poll(void *multi, int milliseconds);
/// Ends the waiting; the only call that any thread may make.
void curl_library_multi_wake(void *multi);
/// Takes a finished request; NULL where there is none.
void *curl_library_multi_next_done(void *multi, int *code);

#endif
