import Glibc

/// The key that wraps every tenant's key. It stands in a file of mode 0600, or comes from the environment.
package struct MasterKey: Sendable {
    let bytes: [UInt8]
    /// Names the key without revealing it: 16 hexadecimal digits.
    package let id: String

    private static let length = 32

    private init(bytes: [UInt8]) throws(KeyError) {
        self.bytes = bytes
        id = Hex.encode(try OpenSSL.hmac(Array("fairkit/master-key-id/v1".utf8), key: bytes).prefix(8))
    }

    /// A new key.
    package static func random() throws(KeyError) -> MasterKey {
        try MasterKey(bytes: OpenSSL.random(length))
    }

    /// - Parameters:
    ///   - text: 64 hexadecimal digits, space around them allowed.
    ///   - source: what the error names: a path, or a variable.
    package init(hexadecimal text: String, source: String) throws(KeyError) {
        guard let bytes = Hex.decode(text.trimming(while: \.isWhitespace)), bytes.count == MasterKey.length
        else { throw .masterKeyMalformed(source: source) }
        try self.init(bytes: bytes)
    }

    /// Reads a key file, which only its owner may be able to read.
    package init(contentsOf path: String) throws(KeyError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno != ENOENT else { throw .masterKeyMissing(path: path) }
            throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else { throw .masterKeyExposed(path: path, mode: mode) }
        guard let bytes = try readFile(path) else { throw .masterKeyMissing(path: path) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .masterKeyMalformed(source: path) }
        try self.init(hexadecimal: text, source: path)
    }

    /// Writes the key to a new file of mode 0600, down to the disk.
    package func write(to path: String) throws(KeyError) {
        try writeNewFile(Array((Hex.encode(bytes[...]) + "\n").utf8), to: path)
    }
}

extension MasterKey {
    /// The same, so that there is all of the file or nothing, whatever happens meanwhile.
    package func write(wholeTo path: String) throws(KeyError) {
        let part = path + ".part"
        unsafe unlink(part)
        try write(to: part)
        try moveFile(part, to: path)
    }
}

/// A small file's bytes; nil if there is none. One that can't be read just now is told from one that is damaged.
func readFile(_ path: String) throws(KeyError) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        guard errno != ENOENT else { return nil }
        throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe read(descriptor, &piece, piece.count)
        guard count >= 0 else { throw .system(path: path, reason: unsafe String(cString: strerror(errno))) }
        guard count > 0 else { return bytes }
        bytes += piece.prefix(count)
    }
}

/// Writes a file that must not exist yet, readable by its owner only, and waits until it is on the disk.
func writeNewFile(_ bytes: [UInt8], to path: String) throws(KeyError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
        guard errno != EEXIST else { throw .exists(path: path) }
        throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0, syncFolder(of: path)
    else {
        let reason = unsafe String(cString: strerror(errno))
        unsafe unlink(path)
        throw .system(path: path, reason: reason)
    }
}

/// Gives a file another name beside its own, down to the disk. Where something has that name, it stays as it is.
package func addName(_ name: String, to path: String) throws(KeyError) {
    guard unsafe link(path, name) == 0 || errno == EEXIST, syncFolder(of: name) else {
        throw .system(path: name, reason: unsafe String(cString: strerror(errno)))
    }
}

/// Puts a file in the place of another, down to the disk.
package func moveFile(_ path: String, to place: String) throws(KeyError) {
    guard unsafe rename(path, place) == 0, syncFolder(of: place) else {
        throw .system(path: place, reason: unsafe String(cString: strerror(errno)))
    }
}

/// What stands in a file until another takes its place: then it is written over. A disk may keep the old block nevertheless.
package struct Remains: ~Copyable {
    private let descriptor: Int32
    private let size: Int
    private let path: String

    /// - Throws: where the file can't be written, so that this shows before another is in its place.
    package init(of path: String) throws(KeyError) {
        let opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard opened >= 0 else { throw .system(path: path, reason: unsafe String(cString: strerror(errno))) }
        var status = stat()
        guard unsafe fstat(opened, &status) == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            close(opened)
            throw .system(path: path, reason: reason)
        }
        descriptor = opened
        size = Int(status.st_size)
        self.path = path
    }

    deinit { close(descriptor) }

    package func overwrite() throws(KeyError) {
        let zeros = [UInt8](repeating: 0, count: size)
        guard unsafe pwrite(descriptor, zeros, size, 0) == size, fsync(descriptor) == 0 else {
            throw .system(path: path, reason: "the key before could not be overwritten")
        }
    }
}

/// Puts the file's name on the disk, too.
private func syncFolder(of path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
}

/// Lower-case hexadecimal text.
enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    static func encode(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}

extension String {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
