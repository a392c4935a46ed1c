import Glibc

/// A file opened for reading. Never one that SQLite has open: closing it would drop SQLite's locks.
package struct ReadableFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// The file's permissions when it was opened.
    package let access: FileAccess
    /// Its total size; nil for a pipe and the like.
    package let size: Int?

    package init(_ path: String) throws(FileError) {
        let (opened, status) = try openFile(path, O_RDONLY)
        descriptor = opened
        self.path = path
        access = FileAccess(mode: status.st_mode & 0o777, owner: status.st_uid)
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { close(descriptor) }

    /// The bytes at an offset, fewer at the end of the file.
    package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled, off_t(offset + filled))
            }
            guard got >= 0 else { throw FileError(path) }
            guard got > 0 else { break }
            filled += got
        }
        return filled == count ? bytes : Array(bytes.prefix(filled))
    }

    /// The next bytes that are available, at most `count`; none at the end.
    package func next(_ count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe Glibc.read(descriptor, &bytes, count)
        guard got >= 0 else { throw FileError(path) }
        return got == count ? bytes : Array(bytes.prefix(got))
    }
}

/// The permissions of an open file, even if its name now belongs to another file.
package struct FileAccess: Hashable, Sendable {
    /// The permission bits.
    package let mode: UInt32
    private let owner: UInt32

    init(mode: UInt32, owner: UInt32) {
        self.mode = mode
        self.owner = owner
    }

    /// Whether it belongs to another user, who could change it; root does not count.
    package var isForeign: Bool { owner != geteuid() && owner != 0 }
}
