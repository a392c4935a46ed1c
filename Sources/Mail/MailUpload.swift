import Synchronization

/// The bytes of a message that is being sent. libcurl reads them on its thread; any thread can cancel it.
final class MailUpload: Sendable {
    private let bytes: [UInt8]
    private let sent = Atomic(0)
    private let isCancelled = Atomic(false)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether any byte was sent to the server.
    var hasBegun: Bool { sent.load(ordering: .relaxed) > 0 }

    var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// The next bytes.
    /// - Returns: their count; 0: there are no more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let first = sent.load(ordering: .relaxed)
        let part = bytes[first..<min(bytes.count, first + buffer.count)]
        unsafe buffer.copyBytes(from: part)
        sent.store(part.endIndex, ordering: .relaxed)
        return part.count
    }
}
