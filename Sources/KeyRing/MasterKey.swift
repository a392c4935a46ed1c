import DurableFiles
import Glibc
import TextEncodings

/// The key that wraps every tenant's key. It stands in a file of mode 0600, or comes from the environment.
package struct MasterKey: Sendable {
    let bytes: [UInt8]
    /// Names the key without revealing it: 16 hexadecimal digits.
    package let id: String

    private static let length = 32

    private init(bytes: [UInt8]) throws(KeyError) {
        self.bytes = bytes
        id = hexadecimal(try OpenSSL.hmac(Array("fairkit/master-key-id/v1".utf8), key: bytes).prefix(8))
    }

    /// A new key.
    package static func random() throws(KeyError) -> MasterKey {
        try MasterKey(bytes: OpenSSL.random(length))
    }

    /// HMAC-SHA-256 of a message, by a key that is made of this one for nothing else.
    package func mac(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try OpenSSL.hmac(message, key: OpenSSL.hmac(Array("fairkit/master-key-mac/v1".utf8), key: bytes))
    }

    /// - Parameters:
    ///   - text: 64 hexadecimal digits, space around them allowed.
    ///   - source: what the error names: a path, or a variable.
    package init(hexadecimal text: String, source: String) throws(KeyError) {
        guard let bytes = TextEncodings.bytes(hexadecimal: text.trimming(while: \.isWhitespace)),
            bytes.count == MasterKey.length
        else { throw .masterKeyMalformed(source: source) }
        try self.init(bytes: bytes)
    }

    /// Reads a key file, which only its owner may be able to read.
    package init(contentsOf path: String) throws(KeyError) {
        let (bytes, access): ([UInt8], FileAccess)
        do throws(FileError) { (bytes, access) = try DurableFile.readWithAccess(path) } catch {
            throw error.isMissing ? .masterKeyMissing(path: path) : KeyError(error)
        }
        guard access.mode & 0o077 == 0 else { throw .masterKeyExposed(path: path, mode: access.mode) }
        guard !access.isForeign else { throw .masterKeyForeign(path: path) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .masterKeyMalformed(source: path) }
        try self.init(hexadecimal: text, source: path)
    }

    /// Writes the key to a new file of mode 0600, down to the disk.
    package func write(to path: String) throws(KeyError) {
        try KeyError.mapping { () throws(FileError) in
            try DurableFile.create(path, with: Array((hexadecimal(bytes) + "\n").utf8))
        }
    }
}

extension MasterKey {
    /// The same, so that there is all of the file or nothing, whatever happens meanwhile.
    package func write(wholeTo path: String) throws(KeyError) {
        let part = path + ".part"
        unsafe unlink(part)
        try write(to: part)
        try KeyError.mapping { () throws(FileError) in try DurableFile.move(part, to: path) }
    }
}

extension String {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
