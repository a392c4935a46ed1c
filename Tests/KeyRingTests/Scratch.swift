import FoundationEssentials
import KeyRing

/// A directory of its own for one test, removed with it. A suite holds it, so it lives as long as the test.
final class Scratch: Sendable {
    let directory: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "fairkit-keyring-\(UUID().uuidString)")
        directory = url.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Writes a file of mode 0600.
    func write(_ bytes: some Sequence<UInt8>, to name: String, mode: Int = 0o600) throws {
        try Data(bytes).write(to: URL(filePath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }
}

/// A key file that was frozen with the tests, made by another implementation (Python's `cryptography` and `hmac`): the
/// master key is the bytes 0 to 31, the tenant's key the bytes 100 to 147.
enum Frozen {
    static let masterKey = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    static let masterKeyId = "5d3b986938ffb731"
    static let tenantKey = [UInt8](100..<148)
    static let nonce = "yMnKy8zNzs/Q0dLT"
    static let wrapped = "dR0HvO6lkUsYUXHRbneZZ5Tymt98EtJfkdRFnloQKWpICawhGpagIb5yyigghpNzcj3JobGgQ12Cq2fv6mtPCw=="

    static func master() throws(KeyError) -> MasterKey {
        try MasterKey(hexadecimal: masterKey, source: "the test")
    }

    static func file(
        version: Int = 1, tenant: String = "default", masterKeyId: String = masterKeyId,
        algorithm: String = "AES-256-GCM", nonce: String = nonce, wrapped: String = wrapped
    ) -> [UInt8] {
        Array(
            """
            {"version": \(version), "tenant": "\(tenant)", "masterKeyId": "\(masterKeyId)",
             "algorithm": "\(algorithm)", "nonce": "\(nonce)", "wrapped": "\(wrapped)"}
            """.utf8)
    }
}
