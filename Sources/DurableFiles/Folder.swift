import Glibc

/// Operations on folders.
package enum Folder {
    /// The parent folder of a path.
    package static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Creates a folder for its owner only; an existing one stays as it is.
    package static func make(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
    }

    /// Flushes the names in a folder to the disk.
    package static func sync(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }
}
