import Glibc

/// What is done with folders.
package enum Folder {
    /// The folder that a path is in.
    package static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Makes a folder for its owner only; one that is there is left as it is.
    package static func make(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
    }

    /// Waits until the names in a folder are on the disk.
    package static func sync(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }
}
