import Glibc

/// The speed of the disk by itself: appends of a commit's size, each waited for, to a file that begins anew after 4 MB
/// as SQLite's log does.
struct DiskProbe: ~Copyable {
    private let descriptor: Int32
    private let block: [UInt8]
    private var position = 0
    private static let size = 4 << 20

    /// - Parameter bytes: the number of bytes that one commit writes.
    init(in directory: String, bytes: Int) throws {
        let path = "\(directory)/probe"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failed(what: "opening \(path)") }
        unsafe unlink(path)
        block = [UInt8](repeating: 0x5a, count: max(bytes, 4096))
    }

    deinit { close(descriptor) }

    /// fdatasync a second.
    mutating func rate(for seconds: Double) throws -> Double {
        let start = ContinuousClock.now
        var count = 0
        while (ContinuousClock.now - start).seconds < seconds {
            let written = unsafe pwrite(descriptor, block, block.count, position)
            guard written == block.count, fdatasync(descriptor) == 0 else { throw Failed(what: "writing") }
            position = position + block.count > DiskProbe.size ? 0 : position + block.count
            count += 1
        }
        return Double(count) / (ContinuousClock.now - start).seconds
    }
}

struct Failed: Error {
    let what: String
}
