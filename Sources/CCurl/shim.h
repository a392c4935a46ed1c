// libcurl, of which SMTP alone is used. Its options have variable arguments, which Swift cannot import.
#include <curl/curl.h>

/// Once in a process, before anything else; 0 if done. Thread-safe since 7.84.
static inline CURLcode fairkit_curl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode fairkit_curl_set_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}

static inline CURLcode fairkit_curl_set_number(CURL *curl, CURLoption option, long number) {
    return curl_easy_setopt(curl, option, number);
}

/// The list must live for as long as it is used.
static inline CURLcode fairkit_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(curl, option, list);
}

/// What is sent, and a function that ends it early by answering anything but 0; both get the context.
static inline CURLcode fairkit_curl_set_upload(
    CURL *curl, curl_read_callback read, curl_xferinfo_callback progress, void *context) {
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read);
    curl_easy_setopt(curl, CURLOPT_READDATA, context);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
    return curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context);
}

/// The server's last status: 250, 550 …; 0 if it gave none.
static inline long fairkit_curl_status(CURL *curl) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The options as the wrappers above take them.
static const long fairkit_curl_tls_for_all = CURLUSESSL_ALL;
static const long fairkit_curl_no_tls = CURLUSESSL_NONE;
static const long fairkit_curl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
/// What makes a read callback end the transfer.
static const size_t fairkit_curl_abort = CURL_READFUNC_ABORT;
