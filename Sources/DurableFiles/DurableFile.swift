import Glibc

/// Operations on whole files. When a call returns, its change and the file's name are on the disk.
package enum DurableFile {
    /// The size of a file, read without opening it; nil if there is none.
    package static func size(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The bytes of a small file.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        try readWithAccess(path).bytes
    }

    /// The bytes of a small file, with the permissions of the file that was read.
    package static func readWithAccess(_ path: String) throws(FileError) -> (bytes: [UInt8], access: FileAccess) {
        let file = try ReadableFile(path)
        var bytes: [UInt8] = []
        while true {
            let piece = try file.next(1 << 16)
            guard !piece.isEmpty else { return (bytes, file.access) }
            bytes += piece
        }
    }

    /// Creates a file for its owner only; fails if it exists. An incomplete file is removed.
    package static func create(_ path: String, with bytes: [UInt8]) throws(FileError) {
        var pieces = [bytes]
        try create(path) { pieces.popLast() ?? [] }
    }

    /// Copies a file that no process writes to a new one.
    package static func copy(_ path: String, to copy: String) throws(FileError) {
        let file = try ReadableFile(path)
        try create(copy) { () throws(FileError) in try file.next(1 << 18) }
    }

    /// Replaces a file atomically: readers see the old or the new bytes, also after a crash.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try create(unfinished, with: bytes)
        try move(unfinished, to: path)
    }

    /// Renames a file, replacing an existing one.
    package static func move(_ path: String, to place: String) throws(FileError) {
        guard unsafe rename(path, place) == 0 else { throw FileError(place) }
        try Folder.sync(Folder.parent(of: place))
    }

    /// Adds a second name in the file's folder. Fails if the name is taken.
    package static func addName(_ name: String, to path: String) throws(FileError) {
        guard unsafe link(path, name) == 0 || errno == EEXIST else { throw FileError(name) }
        try Folder.sync(Folder.parent(of: name))
    }

    /// Overwrites a small file with zeros before removing it. The disk may still keep the old block.
    package static func overwriteAndRemove(_ path: String) throws(FileError) {
        try ReplacedFile(path).overwrite()
        guard unsafe unlink(path) == 0 else { throw FileError(path) }
    }

    /// Flushes a file to the disk. Never use it on a file that SQLite has open.
    package static func sync(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// - Parameter pieces: returns the bytes piece by piece, and an empty one at the end.
    private static func create(
        _ path: String, pieces: () throws(FileError) -> [UInt8]
    ) throws(FileError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        do throws(FileError) {
            while true {
                let piece = try pieces()
                guard !piece.isEmpty else { break }
                try write(piece, to: descriptor, path)
            }
            guard fsync(descriptor) == 0 else { throw FileError(path) }
            try Folder.sync(Folder.parent(of: path))
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, bytes.count - written)
            }
            guard count > 0 || errno == EINTR else { throw FileError(path) }
            written += max(count, 0)
        }
    }
}
