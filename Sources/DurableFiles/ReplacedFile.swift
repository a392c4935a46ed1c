import Glibc

/// The bytes of a file that another is about to take the place of: then they are written over. A disk may keep the old block nevertheless.
package struct ReplacedFile: ~Copyable {
    private let descriptor: Int32
    private let size: Int
    private let path: String

    /// - Throws: where the file can't be written, so that this shows before another is in its place.
    package init(_ path: String) throws(FileError) {
        let (opened, status) = try openFile(path, O_WRONLY)
        descriptor = opened
        size = Int(status.st_size)
        self.path = path
    }

    deinit { close(descriptor) }

    /// Writes zeros over the bytes, down to the disk.
    package func overwrite() throws(FileError) {
        let zeros = [UInt8](repeating: 0, count: size)
        guard unsafe pwrite(descriptor, zeros, size, 0) == size, fsync(descriptor) == 0 else { throw FileError(path) }
    }
}
