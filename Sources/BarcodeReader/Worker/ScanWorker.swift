import Glibc

/// The process that decodes one untrusted picture: a request and the picture on standard input, a report on standard
/// output.
///
/// It is forked ahead by a zygote (`ScanZygote`) and waits. Nothing is written to standard error. A picture that demands too
/// much ends it: SIGALRM by the wall clock, SIGKILL by processor time, a trap by memory.
package enum ScanWorker {
    /// How far workers give way to the server.
    private static let niceness: Int32 = 10

    /// How a worker ends that nothing ended: its exit codes, after sysexits.h.
    package enum Ending: Int32, Hashable, Sendable {
        /// The report is written, or the input ended before its first byte: an idle worker is no longer needed.
        case done = 0
        /// Wrong arguments.
        case usage = 64
        /// The input is not a request.
        case malformed = 65
        /// The cage or the scanner could not be built.
        case unavailable = 70
        /// The report could not be written.
        case unwritten = 74
    }

    /// Runs the worker; call it first thing in a synchronous main, as long as the process has one thread.
    ///
    /// Arguments: `--zygote` makes it the process that workers are forked from, with a socket as standard input;
    /// `--any-address-space` leaves the address space alone (sanitisers reserve terabytes);
    /// `--seconds N`, 1 to 60, for slow builds; `--accept-less` does without the layers that the kernel lacks.
    package static func run(arguments: [String]) -> Never {
        guard let (cage, isZygote) = parsed(arguments) else { exit(Ending.usage.rawValue) }
        // What the libraries load and ask the kernel for once, they do before the cage is shut, and before the fork.
        guard cage.closeDescriptors(), var scan = try? PictureScan(now: { ContinuousClock.now }) else {
            exit(Ending.unavailable.rawValue)
        }
        // Photos give way to alerts: workers inherit it.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        if isZygote { ScanZygote.becomeWorker(socket: 0, cage: cage) }
        guard cage.shut() else { exit(Ending.unavailable.rawValue) }
        exit(serve(&scan, input: 0, output: 1, begun: cage.startClock).rawValue)
    }

    /// Answers the one request that comes on `input`; `begun` is called when its first byte has arrived.
    package static func serve(_ scan: inout PictureScan, input: Int32, output: Int32, begun: () -> Void) -> Ending {
        guard let first = read(upTo: 1, from: input) else { return .malformed }
        guard !first.isEmpty else { return .done }
        begun()
        guard let rest = read(upTo: ScanRequest.byteCount - 1, from: input),
            let request = try? ScanRequest(parsing: first + rest),
            // One byte more tells a file at the limit from one above it, of which no more is read.
            let file = read(upTo: scan.limits.bytes + 1, from: input)
        else { return .malformed }
        return write(scan.report(on: file, request).encoded(), to: output) ? .done : .unwritten
    }

    private static func parsed(_ arguments: [String]) -> (Cage, isZygote: Bool)? {
        var cage = Cage()
        var isZygote = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--zygote":
                isZygote = true
            case "--any-address-space":
                cage.addressSpace = nil
            case "--accept-less":
                cage.acceptsLess = true
            case "--seconds":
                guard let seconds = rest.popFirst().flatMap({ Int($0) }), (1...60).contains(seconds) else { return nil }
                cage.seconds = seconds
            default:
                return nil
            }
        }
        return (cage, isZygote)
    }

    /// Reads until `count` bytes are there or the input ends; nil if reading fails.
    private static func read(upTo count: Int, from descriptor: Int32) -> [UInt8]? {
        var isRead = true
        // The kernel gives memory only where something is written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    isRead = false
                    break
                }
            }
        }
        return isRead ? bytes : nil
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if written < 0, errno != EINTR {
                return false
            }
        }
        return true
    }
}
