import Glibc

/// Locks a data directory for one process, by `flock` on a file in it, as long as the value lives.
package struct DirectoryLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// - Parameter path: the lock file, created if needed; it then contains the process id.
    /// - Throws: `OpeningError.directoryInUse` with the other process's id.
    package init(path: String) throws(OpeningError) {
        let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            let code = errno
            throw .system(path: path, errno: code, reason: unsafe String(cString: strerror(code)))
        }
        try DirectoryLock.take(opened, path)
        let text = Array("\(getpid())\n".utf8)
        // In this order, a full disk does not prevent a server from restarting.
        guard unsafe pwrite(opened, text, text.count, 0) == text.count, ftruncate(opened, off_t(text.count)) == 0 else {
            let code = errno
            close(opened)
            throw .system(path: path, errno: code, reason: unsafe String(cString: strerror(code)))
        }
        descriptor = opened
    }

    /// The same without writing anything, for a directory that is only read; nil if it has no lock file, and so was
    /// never used by a process.
    package init?(reading path: String) throws(OpeningError) {
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            guard errno != ENOENT else { return nil }
            let code = errno
            throw .system(path: path, errno: code, reason: unsafe String(cString: strerror(code)))
        }
        try DirectoryLock.take(opened, path)
        descriptor = opened
    }

    /// Closes the descriptor if another process has the lock.
    private static func take(_ opened: Int32, _ path: String) throws(OpeningError) {
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let pid = DirectoryLock.holder(opened)
            close(opened)
            let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            throw .directoryInUse(path: directory, pid: pid)
        }
    }

    deinit {
        // A child process that is just starting has a copy of the descriptor until it executes its program: closing
        // only ours would leave the directory locked for that time.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self))
    }
}
