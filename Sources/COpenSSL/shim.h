#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

/// HMAC that has read its key; null if that fails. Swift would have to keep the text of a parameter in place meanwhile.
static inline EVP_MAC_CTX *fairkit_new_hmac(const char *hash, const unsigned char *key, size_t length) {
    EVP_MAC *hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = hmac ? EVP_MAC_CTX_new(hmac) : NULL;
    EVP_MAC_free(hmac);
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string("digest", (char *) hash, 0), OSSL_PARAM_construct_end()};
    // An empty key has no address, which OpenSSL would take for no key.
    if (context && EVP_MAC_init(context, key ? key : (const unsigned char *) "", length, parameters)) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

/// A new key on the curve P-256; null if that fails. Swift can't call EVP_PKEY_Q_keygen, which is variadic.
static inline EVP_PKEY *fairkit_new_p256_key(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}
