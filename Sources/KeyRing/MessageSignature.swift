/// HMAC-SHA-256 (RFC 2104) of a message, which proves its origin to receivers with the secret.
package func signature(of message: [UInt8], by secret: [UInt8]) throws(KeyError) -> [UInt8] {
    try OpenSSL.hmac(message, key: secret)
}
