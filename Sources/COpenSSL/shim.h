#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

/// A new key on the curve P-256; null if that fails. Swift can't call EVP_PKEY_Q_keygen, which is variadic.
static inline EVP_PKEY *fairkit_new_p256_key(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}
