import KeyRing
import Testing
import TextEncodings

/// The expected bytes were made with Python's `cryptography` 50, by a script of eight lines that the decision
/// `0117-sealed-columns` describes: two HMACs and one AES-256-GCM.
@Suite struct `A sealed value` {
    let scratch: Scratch
    let key: TenantKey
    let cipher: ColumnCipher
    let nonce = [UInt8](200..<212)

    init() throws {
        scratch = try Scratch()
        try scratch.write(Frozen.file(), to: "key.json")
        key = try TenantKey(contentsOf: scratch.path("key.json"), tenant: "default", wrappedBy: Frozen.master())
        cipher = ColumnCipher(tenant: "default", keys: try DigestKeys(of: key))
    }

    private static let row = [UInt8](0..<16)
    private static let lookup = "3393faeb9999e9f439184a157c7961a1"

    @Test(
        arguments: [
            (
                "Müller", "profile.family_name", row, "",
                "00c8c9cacbcccdcecfd0d1d2d3378604a2ffc9fae94def8381c13c0bcf844ea6d51ae5ad"
            ),
            (
                "ada@example.org", "account.email", row, lookup,
                "3393faeb9999e9f439184a157c7961a100c8c9cacbcccdcecfd0d1d2d3b5c8dd35d40d9a9c39203f27bbdf6507a944995aff85"
                    + "cef96349ce4afa98ef"
            ),
            ("", "note.text", [], "", "00c8c9cacbcccdcecfd0d1d2d3e2d897bc882f83d3f24d71f10a868180"),
        ] as [(String, String, [UInt8], String, String)])
    func `equals that of another implementation`(
        text: String, column: String, row: [UInt8], lookup: String, expected: String
    ) throws {
        let location = ColumnCipher.Location(column: column, row: row)
        let digest = bytes(hexadecimal: lookup) ?? []
        let sealed = try cipher.seal(Array(text.utf8), at: location, lookup: digest, nonce: nonce)
        #expect(hexadecimal(sealed) == expected)
        #expect(sealed.count == digest.count + text.utf8.count + ColumnCipher.overhead)
        #expect(try cipher.open(sealed, at: location, hasLookup: !digest.isEmpty) == Array(text.utf8))
    }

    @Test func `has a lookup that equals that of another implementation`() throws {
        #expect(hexadecimal(try cipher.lookup(of: Array("ada@example.org".utf8), in: "address")) == Self.lookup)
    }

    @Test func `is not opened in another row, column or tenant, or with another lookup`() throws {
        let location = ColumnCipher.Location(column: "account.email", row: Self.row)
        let digest = bytes(hexadecimal: Self.lookup) ?? []
        let sealed = try cipher.seal([1, 2, 3], at: location, lookup: digest, nonce: nonce)
        #expect(try cipher.open(sealed, at: location, hasLookup: true) == [1, 2, 3])
        let others = [
            ColumnCipher.Location(column: "account.email", row: Self.row + [0]),
            ColumnCipher.Location(column: "account.email", row: []),
            ColumnCipher.Location(column: "share.email", row: Self.row),
            // The same bytes in a row, cut elsewhere.
            ColumnCipher.Location(column: "account.emai", row: [0x6C] + Self.row),
        ]
        for other in others { #expect(try cipher.open(sealed, at: other, hasLookup: true) == nil) }
        let sameKeys = ColumnCipher(tenant: "other", keys: try DigestKeys(of: key))
        #expect(try sameKeys.open(sealed, at: location, hasLookup: true) == nil)
        let otherKeys = ColumnCipher(tenant: "default", keys: try DigestKeys(of: TenantKey.random()))
        #expect(try otherKeys.open(sealed, at: location, hasLookup: true) == nil)
        // An attacker who gives it another lookup would have it found under another value.
        var moved = sealed
        moved[0] ^= 1
        #expect(try cipher.open(moved, at: location, hasLookup: true) == nil)
    }

    @Test func `is not opened after a change of any byte, or if it is cut`() throws {
        let location = ColumnCipher.Location(column: "note.text", row: Self.row)
        let sealed = try cipher.seal(Array("words".utf8), at: location, lookup: [], nonce: nonce)
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 0x80
            #expect(try cipher.open(altered, at: location, hasLookup: false) == nil, "\(index)")
            #expect(try cipher.open(Array(sealed[..<index]), at: location, hasLookup: false) == nil, "\(index)")
        }
        #expect(try cipher.open(sealed + [0], at: location, hasLookup: false) == nil)
        #expect(try cipher.open(sealed, at: location, hasLookup: true) == nil)
    }

    @Test func `has lookups that are equal for equal values of a class and tenant only`() throws {
        let lookup = try cipher.lookup(of: Array("FU-1".utf8), in: "code")
        #expect(lookup.count == ColumnCipher.lookupLength)
        #expect(try cipher.lookup(of: Array("FU-1".utf8), in: "code") == lookup)
        #expect(try cipher.lookup(of: Array("FU-2".utf8), in: "code") != lookup)
        #expect(try cipher.lookup(of: Array("FU-1".utf8), in: "reference") != lookup)
        #expect(try cipher.lookup(of: Array("eFU-1".utf8), in: "cod") != lookup)
        let other = ColumnCipher(tenant: "default", keys: try DigestKeys(of: TenantKey.random()))
        #expect(try other.lookup(of: Array("FU-1".utf8), in: "code") != lookup)
    }
}

/// McGrew and Viega, "The Galois/Counter Mode of Operation", test case 16.
@Suite struct `AES-256-GCM` {
    @Test func `equals the standard's, with additional data`() throws {
        let key = bytes(hexadecimal: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308") ?? []
        let nonce = bytes(hexadecimal: "cafebabefacedbaddecaf888") ?? []
        let header = bytes(hexadecimal: "feedfacedeadbeeffeedfacedeadbeefabaddad2") ?? []
        let text = bytes(
            hexadecimal: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        let sealed =
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
            + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
        #expect(
            hexadecimal(try AES256GCM.seal(text ?? [], key: key, nonce: nonce, authenticating: header)) == sealed)
        #expect(
            try AES256GCM.open(bytes(hexadecimal: sealed) ?? [], key: key, nonce: nonce, authenticating: header) == text
        )
        #expect(
            try AES256GCM.open(bytes(hexadecimal: sealed) ?? [], key: key, nonce: nonce, authenticating: []) == nil)
        #expect(try AES256GCM.open([1, 2, 3], key: key, nonce: nonce, authenticating: header) == nil)
        #expect(throws: KeyError.self) { try AES256GCM.seal([], key: [1], nonce: nonce, authenticating: []) }
    }
}
