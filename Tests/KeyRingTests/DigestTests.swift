import KeyRing
import Testing

@Suite struct `A keyed hash` {
    let scratch: Scratch
    let key: TenantKey

    init() throws {
        scratch = try Scratch()
        try scratch.write(Frozen.file(), to: "key.json")
        key = try TenantKey(contentsOf: scratch.path("key.json"), tenant: "default", wrappedBy: Frozen.master())
    }

    @Test(arguments: [
        ([UInt8](0..<32), "405d11479ad05d6fac0968a613fee87d8cdc5e4f79e1bca1b1369eca6fae47f6"),
        ([], "42259f2a810e11dbe60d757f5b413cf05b8d5769c97822b3ae7471129cd7ac97"),
    ])
    func `never changes, since stored keys were hashed with it`(secret: [UInt8], expected: String) throws {
        let digest = try DigestKeys(of: key).digest(of: secret, for: .apiKey)
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test func `never changes either if one key hashes many secrets at a time`() async throws {
        let key = try DigestKeys(of: key).key(for: .apiKey)
        let secrets = (0..<100).map { number in [UInt8](repeating: UInt8(number), count: number * 3) }
        let expected = try secrets.map { secret in try DigestKeys(of: self.key).digest(of: secret, for: .apiKey) }
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { tasks in
            for (place, secret) in secrets.enumerated() { tasks.addTask { (place, try key.digest(of: secret)) } }
            for try await (place, digest) in tasks { #expect(digest == expected[place]) }
        }
    }

    @Test func `depends on the secret and on the tenant`() throws {
        let digest = try DigestKeys(of: key).digest(of: [1, 2, 3], for: .apiKey)
        #expect(digest.count == 32)
        #expect(try DigestKeys(of: key).digest(of: [1, 2, 3], for: .apiKey) == digest)
        #expect(try DigestKeys(of: key).digest(of: [1, 2, 4], for: .apiKey) != digest)
        #expect(try DigestKeys(of: TenantKey.random()).digest(of: [1, 2, 3], for: .apiKey) != digest)
    }

    @Test(
        arguments: [
            ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [], false), ([1, 2, 3], [1, 2, 3], true),
            ([1, 2, 3], [0, 2, 3], false), ([1, 2, 3], [1, 2, 0], false), ([1, 2], [1, 2, 3], false),
        ] as [([UInt8], [UInt8], Bool)])
    func `is compared completely`(left: [UInt8], right: [UInt8], isEqual: Bool) {
        #expect(equalInConstantTime(left, right) == isEqual)
        #expect(equalInConstantTime(right, left) == isEqual)
    }

    @Test(arguments: [0, 1, 16, 32, 1000])
    func `and every secret start from random bytes`(count: Int) throws {
        let bytes = try randomBytes(count)
        #expect(bytes.count == count)
        if count >= 16 { #expect(try randomBytes(count) != bytes) }
    }
}

/// The examples of FIPS 180-4.
@Suite struct `SHA-256` {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `equals the standard's`(text: String, expected: String) throws {
        let digits = try sha256(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(digits.joined() == expected)
    }
}
