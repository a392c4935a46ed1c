/// HMAC-SHA-256 (RFC 2104) of a message, which proves its origin to receivers with the secret.
package func signature(of message: [UInt8], by secret: [UInt8]) throws(KeyError) -> [UInt8] {
    try OpenSSL.hmac(message, key: secret)
}

/// HMAC-SHA-1 (RFC 2104) of a message, for providers that sign so. It is still secure (RFC 6194, section 3.3), and
/// FairKit itself does not sign with it.
package func sha1Signature(of message: [UInt8], by secret: [UInt8]) throws(KeyError) -> [UInt8] {
    try OpenSSL.hmac(message, key: secret, hash: .sha1)
}
