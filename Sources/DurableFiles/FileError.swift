import Glibc

/// A system call on a file or a folder failed.
package struct FileError: Error, Equatable {
    /// What the call was about.
    package let path: String
    private let code: Int32

    /// The error of the last system call of this thread.
    init(_ path: String) {
        self.path = path
        code = errno
    }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT }

    /// Whether something has that name.
    package var isTaken: Bool { code == EEXIST }

    /// What the system says.
    package var reason: String { unsafe String(cString: strerror(code)) }
}
