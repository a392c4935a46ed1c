import DurableFiles
import Glibc
import TextEncodings

/// The key that wraps every tenant's key. It is in a file of mode 0600, or comes from the environment.
package struct MasterKey: Sendable {
    private let secret: WipedBytes
    var bytes: [UInt8] { secret.bytes }
    /// Names the key without revealing it: 16 hexadecimal digits.
    package let id: String

    private static let length = 32

    private init(bytes: consuming [UInt8]) throws(KeyError) {
        secret = WipedBytes(bytes)
        id = hexadecimal(try OpenSSL.hmac(Array("fairkit/master-key-id/v1".utf8), key: secret.bytes).prefix(8))
    }

    /// A new key.
    package static func random() throws(KeyError) -> MasterKey {
        try MasterKey(bytes: OpenSSL.random(length))
    }

    /// HMAC-SHA-256 of a message, with a key derived from this one for that purpose alone.
    package func mac(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        let key = WipedBytes(try OpenSSL.hmac(Array("fairkit/master-key-mac/v1".utf8), key: bytes))
        return try OpenSSL.hmac(message, key: key.bytes)
    }

    /// - Parameters:
    ///   - text: 64 hexadecimal digits, with optional spaces around them.
    ///   - source: named in the error: a path, or a variable.
    package init(hexadecimal text: String, source: String) throws(KeyError) {
        guard let bytes = TextEncodings.bytes(hexadecimal: text[...].trimming(while: \.isWhitespace)),
            bytes.count == MasterKey.length
        else { throw .masterKeyMalformed(source: source) }
        try self.init(bytes: bytes)
    }

    /// Reads a key file, which must be readable by its owner only.
    package init(contentsOf path: String) throws(KeyError) {
        let (text, access): (WipedBytes, FileAccess)
        do throws(FileError) { (text, access) = try MasterKey.read(path) } catch {
            throw error.isMissing ? .masterKeyMissing(path: path) : KeyError(error)
        }
        guard access.mode & 0o077 == 0 else { throw .masterKeyExposed(path: path, mode: access.mode) }
        guard !access.isForeign else { throw .masterKeyForeign(path: path) }
        let digits = text.bytes[...].trimming(while: \.isSpace)
        guard let bytes = TextEncodings.bytes(hexadecimalDigits: digits), bytes.count == MasterKey.length
        else { throw .masterKeyMalformed(source: path) }
        try self.init(bytes: bytes)
    }

    /// The text of a key file, without another copy in memory if the file reports its size.
    private static func read(_ path: String) throws(FileError) -> (WipedBytes, FileAccess) {
        let file = try ReadableFile(path)
        if let size = file.size, (1...4096).contains(size) {
            return (WipedBytes(try file.read(size, at: 0)), file.access)
        }
        let (bytes, access) = try DurableFile.readWithAccess(path)
        return (WipedBytes(bytes), access)
    }

    /// Writes the key to a new file of mode 0600, and syncs it.
    package func write(to path: String) throws(KeyError) {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * MasterKey.length + 1)
        appendHexadecimal(bytes, to: &digits)
        digits.append(UInt8(ascii: "\n"))
        let text = WipedBytes(digits)
        try KeyError.mapping { () throws(FileError) in try DurableFile.create(path, with: text.bytes) }
    }
}

extension MasterKey {
    /// The same, but atomically: the file is complete or does not exist.
    package func write(wholeTo path: String) throws(KeyError) {
        let part = path + ".part"
        unsafe unlink(part)
        try write(to: part)
        try KeyError.mapping { () throws(FileError) in try DurableFile.move(part, to: path) }
    }
}

extension BidirectionalCollection where SubSequence == Self {
    fileprivate func trimming(while isTrimmed: (Element) -> Bool) -> Self {
        guard let last = lastIndex(where: { !isTrimmed($0) }) else { return self[endIndex...] }
        return self[...last].drop(while: isTrimmed)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}
