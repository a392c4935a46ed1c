import FoundationEssentials
import KeyRing
import Testing

@Suite struct `A damaged key file` {
    let scratch: Scratch
    var path: String { scratch.path("key.json") }

    init() throws {
        scratch = try Scratch()
    }

    /// The error of opening it.
    func error(of file: [UInt8]) throws -> KeyError? {
        try scratch.write(file, to: "key.json")
        do throws(KeyError) {
            _ = try TenantKey(contentsOf: path, tenant: "default", wrappedBy: Frozen.master())
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<64, [1, 0x80] as [UInt8])
    func `with a flipped bit of the wrapped key does not open`(position: Int, bit: UInt8) throws {
        var bytes = try #require(Data(base64Encoded: Frozen.wrapped))
        bytes[position] ^= bit
        #expect(try error(of: Frozen.file(wrapped: bytes.base64EncodedString())) == .unwrapFailed(path: path))
    }

    @Test(arguments: 0..<12, [1, 0x80] as [UInt8])
    func `with a flipped bit of the nonce does not open`(position: Int, bit: UInt8) throws {
        var bytes = try #require(Data(base64Encoded: Frozen.nonce))
        bytes[position] ^= bit
        #expect(try error(of: Frozen.file(nonce: bytes.base64EncodedString())) == .unwrapFailed(path: path))
    }

    @Test(arguments: [
        [], Array("{}".utf8), Array("[]".utf8), Array("null".utf8), [0xff, 0xfe], [UInt8](repeating: 0, count: 300),
        Frozen.file(version: 2), Frozen.file(version: 0), Frozen.file(algorithm: "AES-128-GCM"), Frozen.file(nonce: ""),
        Frozen.file(nonce: "yMnKy8zNzs/Q0dI="), Frozen.file(nonce: "yMnKy8zNzs/Q0dLT1A=="), Frozen.file(nonce: "?"),
        Frozen.file(wrapped: ""), Frozen.file(wrapped: "AAAA"), Frozen.file(wrapped: Frozen.wrapped + "AAAA"),
        Frozen.file(wrapped: String(Frozen.wrapped.dropLast(4))),
    ])
    func `is malformed`(file: [UInt8]) throws {
        #expect(try error(of: file) == .tenantKeyMalformed(path: path))
    }

    @Test func `truncated anywhere is malformed`() throws {
        let whole = Frozen.file()
        for count in whole.indices {
            #expect(try error(of: Array(whole.prefix(count))) == .tenantKeyMalformed(path: path))
        }
        #expect(try error(of: whole) == nil)
    }

    @Test(arguments: [
        KeyError.masterKeyMissing(path: "/p"), .masterKeyMalformed(source: "/p"),
        .masterKeyExposed(path: "/p", mode: 0o644),
        .exists(path: "/p"), .tenantKeyMissing(path: "/p"), .tenantKeyMalformed(path: "/p"),
        .otherMasterKey(path: "/p", needed: "a", given: "b"), .unwrapFailed(path: "/p"),
        .auditKeyMissing(path: "/p"), .system(path: "/p", reason: "r"),
    ])
    func `or a missing one is named in the message`(error: KeyError) {
        #expect(error.description.contains("/p"))
        #expect(error.description.hasSuffix(".") || error.description.hasSuffix("chmod 600 /p"))
    }
}
