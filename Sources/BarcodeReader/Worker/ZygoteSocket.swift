import CSandbox
import Glibc
import Synchronization

/// The server's end of a zygote's socket. Its calls, and those of its workers' sockets, may block: they are for a thread of
/// their own.
package final class ZygoteSocket: Sendable {
    private let socket: Socket

    private init(_ socket: Socket) { self.socket = socket }

    /// Both ends; `theirs` is for the zygote's standard input, and to be closed once it has it, so that ours ends with the zygote.
    /// Nil if the process has no descriptors left.
    package static func pair() -> (ours: ZygoteSocket, theirs: Descriptor)? {
        Socket.pair().map { (ZygoteSocket($0), $1) }
    }

    /// Has a worker forked, which waits for a picture; nil if the zygote is gone or no descriptors are left.
    package func fork() -> WorkerSocket? {
        guard let (ours, theirs) = Socket.pair() else { return nil }
        return fairkit_send_descriptor(socket.descriptor, theirs.raw) == 0 ? WorkerSocket(ours) : nil
    }

    /// How the worker ended, as wait(2) tells it; nil if the zygote has not said so by then.
    package func endOfWorker(by deadline: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        let got = unsafe withUnsafeMutableBytes(of: &status) { unsafe socket.read(into: $0, by: deadline) }
        return got == MemoryLayout.size(ofValue: status) ? status : nil
    }
}

/// The server's end of a worker's standard input and output.
package final class WorkerSocket: Sendable {
    private let socket: Socket

    fileprivate init(_ socket: Socket) { self.socket = socket }

    /// Whether somebody holds the other end: a worker, or a zygote that is about to fork one.
    package var isConnected: Bool { socket.isSilent }

    /// Hands over a picture and waits for the worker's report: its bytes, none if it ended without, at most one more than a report
    /// can have; nil if that took too long.
    package func answer(to request: ScanRequest, about picture: [UInt8], by deadline: ContinuousClock.Instant)
        -> [UInt8]?
    {
        // A worker that has read enough answers without reading the rest.
        guard socket.write(request.encoded(), by: deadline), socket.write(picture, by: deadline) else { return nil }
        socket.finishWriting()
        var report: [UInt8] = []
        while report.count <= ScanReport.largest {
            var got: Int?
            report += unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                got = unsafe socket.read(into: UnsafeMutableRawBufferPointer(buffer), by: deadline)
                filled = got ?? 0
            }
            guard let got else { return nil }
            if got == 0 { break }
        }
        return report
    }
}

/// An open file, until it is closed or nobody uses it any more.
package final class Descriptor: Sendable {
    package let raw: Int32
    private let isOpen = Atomic(true)

    fileprivate init(_ raw: Int32) { self.raw = raw }

    deinit { close() }

    /// /dev/null, to be read and written; nil if the process has no descriptors left.
    package static func null() -> Descriptor? {
        let raw = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        return raw < 0 ? nil : Descriptor(raw)
    }

    package func close() {
        if isOpen.exchange(false, ordering: .relaxed) { _ = Glibc.close(raw) }
    }
}

/// A stream between two processes; closed when nobody uses it any more.
private final class Socket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    static func pair() -> (Socket, Descriptor)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (Socket(ends[0]), Descriptor(ends[1]))
    }

    /// Whether the other end is open and has said nothing.
    var isSilent: Bool {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&one, 1, 0) == 0
    }

    /// False if it took too long; true also if nobody reads any more.
    func write(_ bytes: [UInt8], by deadline: ContinuousClock.Instant) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else if errno == EAGAIN {
                guard wait(for: POLLOUT, by: deadline) else { return false }
            } else if errno != EINTR {
                return true
            }
        }
        return true
    }

    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// How many bytes came, 0 at the end; nil if none came in time.
    func read(into buffer: UnsafeMutableRawBufferPointer, by deadline: ContinuousClock.Instant) -> Int? {
        while true {
            guard wait(for: POLLIN, by: deadline) else { return nil }
            let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if got >= 0 { return got }
            // The other end went away with bytes of ours unread.
            if errno == ECONNRESET { return 0 }
            guard errno == EAGAIN || errno == EINTR else { return nil }
        }
    }

    private func wait(for events: Int32, by deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            var one = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let ready = unsafe poll(&one, 1, Int32(min(left / .milliseconds(1) + 1, 3_600_000)))
            if ready > 0 { return true }
            guard ready == 0 || errno == EINTR else { return false }
        }
    }
}
