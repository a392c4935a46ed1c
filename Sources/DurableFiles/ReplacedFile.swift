import Glibc

/// The bytes of a file that is about to be replaced, to be overwritten afterwards. The disk may still keep the old
/// block.
package struct ReplacedFile: ~Copyable {
    private let descriptor: Int32
    private let size: Int
    private let path: String

    /// - Throws: if the file can't be written, which so fails before it is replaced.
    package init(_ path: String) throws(FileError) {
        let (opened, status) = try openFile(path, O_WRONLY)
        descriptor = opened
        size = Int(status.st_size)
        self.path = path
    }

    deinit { close(descriptor) }

    /// Overwrites the bytes with zeros, down to the disk.
    package func overwrite() throws(FileError) {
        let zeros = [UInt8](repeating: 0, count: size)
        guard unsafe pwrite(descriptor, zeros, size, 0) == size, fsync(descriptor) == 0 else { throw FileError(path) }
    }
}
