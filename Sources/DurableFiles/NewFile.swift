import Glibc

/// A file that is written piece by piece under a name of its own, for its owner only. Unless it is finished, it is removed.
package struct NewFile: ~Copyable {
    private let descriptor: Int32
    package let path: String
    private var isFinished = false
    /// How many bytes it has.
    package private(set) var size = 0

    /// Fails if the file exists.
    package init(_ path: String) throws(FileError) {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw FileError(path) }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            if !isFinished { unsafe unlink(path) }
        }
    }

    package mutating func append(_ bytes: [UInt8]) throws(FileError) {
        try DurableFile.write(bytes, to: descriptor, path)
        size += bytes.count
    }

    /// Makes sure that what was written is on the disk.
    package func sync() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// Syncs the file, and gives it its final name, which must be free.
    package mutating func finish(as name: String) throws(FileError) {
        try sync()
        guard unsafe link(path, name) == 0 else { throw FileError(name) }
        isFinished = true
        unsafe unlink(path)
        try Folder.sync(Folder.parent(of: name))
    }
}
