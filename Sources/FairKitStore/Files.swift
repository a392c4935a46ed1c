import Glibc

/// The size of a file, asked for without opening it; nil if there is none.
func fileSize(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
}

/// A file opened for reading. Never one that SQLite has open: closing it would drop SQLite's locks.
struct ReadableFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    let size: Int

    init(_ path: String) throws(StoreError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw lastError(path) }
        var status = stat()
        guard unsafe fstat(opened, &status) == 0 else {
            let error = lastError(path)
            close(opened)
            throw error
        }
        descriptor = opened
        self.path = path
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// The bytes at an offset, fewer at the end of the file.
    func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, off_t(offset + filled))
            }
            guard got >= 0 else { throw lastError(path) }
            guard got > 0 else { break }
            filled += got
        }
        return filled == count ? bytes : Array(bytes.prefix(filled))
    }
}

/// A small file's bytes.
func wholeFile(_ path: String) throws(StoreError) -> [UInt8] {
    let file = try ReadableFile(path)
    return try file.read(file.size, at: 0)
}

/// Writes a file that must not be there, for its owner only, and waits until it is on the disk. One that can't be written
/// whole is taken away.
///
/// - Parameter pieces: gives the bytes piece by piece; an empty one is the end.
func writeNewFile(_ path: String, pieces: () throws(StoreError) -> [UInt8]) throws(StoreError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw lastError(path) }
    defer { close(descriptor) }
    do throws(StoreError) {
        try write(pieces, to: descriptor, path)
        try syncDirectory(folder(of: path))
    } catch {
        unsafe unlink(path)
        throw error
    }
}

/// The directory that a path is in.
func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
}

private func write(
    _ pieces: () throws(StoreError) -> [UInt8], to descriptor: Int32, _ path: String
) throws(StoreError) {
    while true {
        let piece = try pieces()
        guard !piece.isEmpty else { break }
        var written = 0
        while written < piece.count {
            let count = unsafe piece.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, piece.count - written)
            }
            guard count > 0 else { throw lastError(path) }
            written += count
        }
    }
    guard fsync(descriptor) == 0 else { throw lastError(path) }
}

/// Writes zeros over a small file before its name goes.
func overwriteAndRemove(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastError(path) }
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: fileSize(path) ?? 0)
    guard unsafe pwrite(descriptor, zeros, zeros.count, 0) == zeros.count, fsync(descriptor) == 0,
        unsafe unlink(path) == 0
    else { throw lastError(path) }
}

/// Copies a file that no one writes to a new one, down to the disk.
func copyFile(_ path: String, to copy: String) throws(StoreError) {
    let file = try ReadableFile(path)
    var offset = 0
    try writeNewFile(copy) { () throws(StoreError) in
        let piece = try file.read(1 << 18, at: offset)
        offset += piece.count
        return piece
    }
}

/// Waits until a file is on the disk. Never one that SQLite has open.
func syncFile(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else { throw lastError(path) }
}

/// What the last system call failed with.
func lastError(_ path: String) -> StoreError {
    .system(path: path, reason: unsafe String(cString: strerror(errno)))
}

/// Puts bytes in a file's place: whoever looks finds the old ones or the new ones, whole, and after a crash, too.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    let unfinished = path + ".new"
    unsafe unlink(unfinished)
    var pieces = [bytes]
    try writeNewFile(unfinished) { pieces.popLast() ?? [] }
    try putInPlace(unfinished, at: path)
}

/// Renames a finished file to its place, down to the disk.
func putInPlace(_ finished: String, at path: String) throws(StoreError) {
    guard unsafe rename(finished, path) == 0 else { throw lastError(path) }
    try syncDirectory(folder(of: path))
}
