import Glibc

/// A file, read piece by piece, so that its size is no matter.
final class FileChunks {
    private let path: String
    private let descriptor: Int32
    /// Bytes of the whole; nil for what has no size, such as a pipe.
    let size: Int?
    private(set) var consumed = 0

    private static let length = 1 << 16

    init(path: String) throws(Refusal) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
            size = nil
            throw Refusal("\(path) can't be opened: \(unsafe String(cString: strerror(errno))).")
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Returns: the next bytes; none at the end.
    func next() throws(Refusal) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: FileChunks.length)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            throw Refusal("\(path) can't be read: \(unsafe String(cString: strerror(errno))).")
        }
        consumed += count
        return Array(bytes.prefix(count))
    }
}
