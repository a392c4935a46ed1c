import Synchronization

/// The bytes of a message on their way. libcurl takes them on its thread; anybody may end it.
final class MailUpload: Sendable {
    private let bytes: [UInt8]
    private let sent = Atomic(0)
    private let isCancelled = Atomic(false)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether the server has been given any of it.
    var hasBegun: Bool { sent.load(ordering: .relaxed) > 0 }

    var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// The next bytes.
    /// - Returns: how many; 0: there are no more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let first = sent.load(ordering: .relaxed)
        let part = bytes[first..<min(bytes.count, first + buffer.count)]
        unsafe buffer.copyBytes(from: part)
        sent.store(part.endIndex, ordering: .relaxed)
        return part.count
    }
}
