import COpenSSL

/// Recomputes the authentication code that SQLCipher 3 stores at the end of each page, without SQLCipher and SQLite.
///
/// A page of 4,096 bytes ends with 48 bytes that are not encrypted data: 16 of IV, 20 of HMAC-SHA1 over the ciphertext,
/// the IV and the page number, and 12 unused ones. The first page begins with 16 bytes of salt, which the HMAC does not
/// cover.
@safe package struct PageAuthenticator: ~Copyable {
    package static let pageSize = 4096
    package static let saltLength = 16
    private static let ivRange = 4048..<4064
    private static let macRange = 4064..<4084

    private let context: OpaquePointer
    private let encryptionKey: WipedBytes
    private let salt: [UInt8]

    package init(_ key: TenantKey) throws(KeyError) {
        let encryptionKey = WipedBytes(Array(key.bytes.prefix(32)))
        let salt = Array(key.bytes.suffix(PageAuthenticator.saltLength))
        var macKey = [UInt8](repeating: 0, count: 32)
        defer { unsafe OPENSSL_cleanse(&macKey, macKey.count) }
        let derived = unsafe encryptionKey.bytes.withUnsafeBytes { password in
            unsafe PKCS5_PBKDF2_HMAC(
                password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count),
                salt.map { $0 ^ 0x3a }, Int32(salt.count), 2, EVP_sha1(), Int32(macKey.count), &macKey)
        }
        let failure = KeyError.cryptography(operation: "HMAC-SHA1")
        guard derived == 1, let algorithm = unsafe EVP_MAC_fetch(nil, "HMAC", nil) else { throw failure }
        defer { unsafe EVP_MAC_free(algorithm) }
        guard let context = unsafe EVP_MAC_CTX_new(algorithm) else { throw failure }
        // The parameters keep pointers to both texts.
        let name = Array("digest".utf8CString)
        var digest = Array("SHA1".utf8CString)
        let started = unsafe name.withUnsafeBufferPointer { name in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                let parameters = unsafe [
                    OSSL_PARAM_construct_utf8_string(name.baseAddress, digest.baseAddress, 0),
                    OSSL_PARAM_construct_end(),
                ]
                return unsafe EVP_MAC_init(context, macKey, macKey.count, parameters)
            }
        }
        guard started == 1 else {
            unsafe EVP_MAC_CTX_free(context)
            throw failure
        }
        unsafe self.context = context
        self.encryptionKey = encryptionKey
        self.salt = salt
    }

    deinit {
        unsafe EVP_MAC_CTX_free(context)
    }

    /// Whether a page is authentic for its number. An earlier content of the same page is authentic, too.
    /// - Parameter offset: where the page begins in the bytes.
    package func authenticates(_ bytes: [UInt8], at offset: Int = 0, number: UInt32) throws(KeyError) -> Bool {
        guard bytes.count - offset >= PageAuthenticator.pageSize else { return false }
        let start = number == 1 ? PageAuthenticator.saltLength : 0
        let place = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        var mac = [UInt8](repeating: 0, count: 20)
        var count = 0
        let done = unsafe bytes.withUnsafeBufferPointer { buffer in
            let page = unsafe buffer.baseAddress.map { unsafe $0 + offset + start }
            return unsafe EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(context, page, PageAuthenticator.ivRange.upperBound - start) == 1
                && EVP_MAC_update(context, place, place.count) == 1
                && EVP_MAC_final(context, &mac, &count, mac.count) == 1
        }
        guard done, count == mac.count else { throw .cryptography(operation: "HMAC-SHA1") }
        return equalInConstantTime(mac, Array(bytes[(offset + 4064)..<(offset + 4084)]))
    }

    /// Whether a file's first bytes are this key's salt.
    package func isSalt(_ bytes: some Collection<UInt8>) -> Bool { bytes.elementsEqual(salt) }

    /// The number of pages that the file states in its encrypted first page.
    /// - Parameter page: the first page; authenticate it first.
    package func pageCount(inFirst page: [UInt8]) throws(KeyError) -> Int {
        // CBC: the first block after the salt needs only the IV. It is bytes 16 to 31 of the header.
        let block = try OpenSSL.decryptBlock(
            Array(page[16..<32]), key: encryptionKey.bytes, iv: Array(page[PageAuthenticator.ivRange]))
        return block[12..<16].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number of the last complete checkpoint, which the file states as its application's number.
    /// - Parameter page: the first page; authenticate it first.
    package func checkpointNumber(inFirst page: [UInt8]) throws(KeyError) -> Int64 {
        // Bytes 68 to 71 of the header, in the block whose predecessor ends at 64.
        let block = try OpenSSL.decryptBlock(
            Array(page[64..<80]), key: encryptionKey.bytes, iv: Array(page[48..<64]))
        return block[4..<8].reduce(0) { $0 << 8 | Int64($1) }
    }
}
