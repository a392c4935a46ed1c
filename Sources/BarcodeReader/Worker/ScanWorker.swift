import Glibc

/// The process that decodes one untrusted picture: a request and the picture on standard input, a report on standard
/// output. Other work that must not hurt the server is done in the same way: `SandboxedWork`.
///
/// A zygote (`ScanZygote`) forks it ahead, and it waits. It writes nothing to standard error. A picture that takes too
/// much ends it: SIGALRM for wall clock time, SIGKILL for processor time, a trap for memory.
package enum ScanWorker {
    /// The workers' priority below the server.
    private static let niceness: Int32 = 10

    /// The exit codes of a worker that ends normally, after sysexits.h.
    package enum Ending: Int32, Hashable, Sendable {
        /// The report is written, or the input ended before its first byte: an idle worker is no longer needed.
        case done = 0
        /// Wrong arguments.
        case usage = 64
        /// The input is not a request.
        case malformed = 65
        /// The sandbox or the scanner could not be set up.
        case unavailable = 70
        /// The report could not be written.
        case unwritten = 74
    }

    /// Runs the worker. Call it first in a synchronous main, while the process has one thread.
    ///
    /// Arguments: `--zygote` makes it the process that forks workers, with a socket as standard input;
    /// `--any-address-space` leaves the address space alone (sanitisers reserve terabytes);
    /// `--seconds N`, 1 to 60, for slow builds; `--accept-less` does without the layers that the kernel lacks;
    /// `--draws` makes it do `drawing` instead of scans.
    package static func run(arguments: [String], drawing: SandboxedWork? = nil) -> Never {
        guard let (sandbox, isZygote, draws) = parsed(arguments) else { exit(Ending.usage.rawValue) }
        guard sandbox.closeDescriptors() else { exit(Ending.unavailable.rawValue) }
        // Libraries load their files and query the kernel before the sandbox is entered, and before the fork.
        if draws {
            guard let drawing else { exit(Ending.usage.rawValue) }
            let answer = drawing.prepare()
            confine(sandbox, isZygote: isZygote)
            exit(serve(drawing, answer, input: 0, output: 1, begun: sandbox.startClock).rawValue)
        }
        guard var scan = try? PictureScan(now: { ContinuousClock.now }) else { exit(Ending.unavailable.rawValue) }
        confine(sandbox, isZygote: isZygote)
        exit(serve(&scan, input: 0, output: 1, begun: sandbox.startClock).rawValue)
    }

    private static func confine(_ sandbox: Sandbox, isZygote: Bool) {
        // Photos have a lower priority than alerts; workers inherit it.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        if isZygote { ScanZygote.becomeWorker(socket: 0, sandbox: sandbox) }
        guard sandbox.shut() else { exit(Ending.unavailable.rawValue) }
    }

    /// Answers the one request on `input`; `begun` is called when its first byte has arrived.
    package static func serve(_ scan: inout PictureScan, input: Int32, output: Int32, begun: () -> Void) -> Ending {
        guard let first = read(upTo: 1, from: input) else { return .malformed }
        guard !first.isEmpty else { return .done }
        begun()
        if first == [PortraitAnswer.kind] {
            guard let file = read(upTo: Portrait.limits.bytes + 1, from: input) else { return .malformed }
            return write(PortraitAnswer(about: file).encoded, to: output) ? .done : .unwritten
        }
        guard let rest = read(upTo: ScanRequest.byteCount - 1, from: input),
            let request = try? ScanRequest(parsing: first + rest),
            // One byte more tells a file at the limit from a larger one, which is not read further.
            let file = read(upTo: scan.limits.bytes + 1, from: input)
        else { return .malformed }
        return write(scan.report(on: file, request).encoded(), to: output) ? .done : .unwritten
    }

    /// Answers the one request for other work on `input`.
    package static func serve(
        _ work: SandboxedWork, _ answer: SandboxedWork.Answer, input: Int32, output: Int32, begun: () -> Void
    ) -> Ending {
        guard let first = read(upTo: 1, from: input) else { return .malformed }
        guard !first.isEmpty else { return .done }
        begun()
        guard first == [work.kind], let request = read(upTo: work.limit, from: input), let answer = answer(request)
        else { return .malformed }
        return write(answer, to: output) ? .done : .unwritten
    }

    private static func parsed(_ arguments: [String]) -> (Sandbox, isZygote: Bool, draws: Bool)? {
        var sandbox = Sandbox()
        var isZygote = false
        var draws = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--zygote":
                isZygote = true
            case "--draws":
                draws = true
            case "--any-address-space":
                sandbox.addressSpace = nil
            case "--accept-less":
                sandbox.acceptsLess = true
            case "--seconds":
                guard let seconds = rest.popFirst().flatMap({ Int($0) }), (1...60).contains(seconds) else { return nil }
                sandbox.seconds = seconds
            default:
                return nil
            }
        }
        return (sandbox, isZygote, draws)
    }

    /// Reads until `count` bytes are there or the input ends; nil if reading fails.
    private static func read(upTo count: Int, from descriptor: Int32) -> [UInt8]? {
        var isRead = true
        // The kernel only provides memory that is written to.
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
