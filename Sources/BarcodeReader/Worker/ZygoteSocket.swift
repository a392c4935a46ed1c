import CSandbox
import Glibc
import Synchronization

/// The server's end of a zygote's socket. Its calls and those of worker sockets may block, so use them on their own
/// thread.
package final class ZygoteSocket: Sendable {
    private let socket: Socket

    private init(_ socket: Socket) { self.socket = socket }

    /// Both ends. `theirs` becomes the zygote's standard input and has to be closed here afterwards, so that our end
    /// closes with the zygote. Nil if the process has no descriptors left.
    package static func pair() -> (ours: ZygoteSocket, theirs: Descriptor)? {
        Socket.pair().map { (ZygoteSocket($0), $1) }
    }

    /// Forks a worker, which waits for a picture; nil if the zygote is gone or no descriptors are left.
    package func fork() -> WorkerSocket? {
        guard let (ours, theirs) = Socket.pair() else { return nil }
        return fairkit_send_descriptor(socket.descriptor, theirs.raw) == 0 ? WorkerSocket(ours) : nil
    }

    /// How the worker ended, as in wait(2); nil if the zygote has not reported it by the deadline.
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

    /// Whether the other end is open, held by a worker or by a zygote that is about to fork one.
    package var isConnected: Bool { socket.isSilent }

    /// Sends a request with its file and waits for the worker's answer: its bytes, none if the worker ended without
    /// one, and hardly more than `largest`; nil on timeout.
    package func answer(
        to request: [UInt8], about file: [UInt8], largest: Int = ScanReport.largest,
        by deadline: ContinuousClock.Instant
    ) -> [UInt8]? {
        // A worker that has read enough may answer without reading the rest.
        guard socket.write(request, by: deadline), socket.write(file, by: deadline) else { return nil }
        socket.finishWriting()
        var report: [UInt8] = []
        while report.count <= largest {
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

/// An open file, closed when the object is freed or before.
package final class Descriptor: Sendable {
    package let raw: Int32
    private let isOpen = Atomic(true)

    fileprivate init(_ raw: Int32) { self.raw = raw }

    deinit { close() }

    /// /dev/null, for reading and writing; nil if the process has no descriptors left.
    package static func null() -> Descriptor? {
        let raw = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        return raw < 0 ? nil : Descriptor(raw)
    }

    package func close() {
        if isOpen.exchange(false, ordering: .relaxed) { _ = Glibc.close(raw) }
    }
}

/// A stream between two processes, closed when the object is freed.
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

    /// Whether the other end is open and has sent nothing.
    var isSilent: Bool {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&one, 1, 0) == 0
    }

    /// False on timeout; also true if the other end reads no more.
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

    /// The number of received bytes, 0 at the end; nil on timeout.
    func read(into buffer: UnsafeMutableRawBufferPointer, by deadline: ContinuousClock.Instant) -> Int? {
        while true {
            guard wait(for: POLLIN, by: deadline) else { return nil }
            let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if got >= 0 { return got }
            // The other end closed with unread bytes of ours.
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
