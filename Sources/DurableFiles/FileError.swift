import Glibc

/// A system call on a file or a folder failed.
package struct FileError: Error, Equatable {
    /// The path that the call used.
    package let path: String
    private let code: Int32

    /// The error of the last system call of this thread.
    init(_ path: String) {
        self.path = path
        code = errno
    }

    /// Whether the file does not exist.
    package var isMissing: Bool { code == ENOENT }

    /// Whether the name is taken.
    package var isTaken: Bool { code == EEXIST }

    /// The system's error message.
    package var reason: String { unsafe String(cString: strerror(code)) }
}
