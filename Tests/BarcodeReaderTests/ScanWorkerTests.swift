import BarcodeReader
import Glibc
import Testing

@Suite struct `The scan worker` {
    /// Serves the content of a file as if it came through the socket.
    static func serve(_ input: [UInt8], limits: PictureLimits = .standard) throws -> (
        ending: ScanWorker.Ending, report: [UInt8], begun: Int
    ) {
        let (from, to) = (temporaryFile(input), temporaryFile([]))
        defer {
            close(from)
            close(to)
        }
        var scan = try PictureScan(limits: limits, now: { ContinuousClock.now })
        var begun = 0
        let ending = ScanWorker.serve(&scan, input: from, output: to) { begun += 1 }
        lseek(to, 0, SEEK_SET)
        let report = unsafe [UInt8](unsafeUninitializedCapacity: ScanReport.largest + 1) { buffer, count in
            count = unsafe max(0, read(to, buffer.baseAddress, buffer.count))
        }
        return (ending, report, begun)
    }

    static func temporaryFile(_ bytes: [UInt8]) -> Int32 {
        var name = Array("/tmp/scan-worker-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        unsafe unlink(name)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    @Test(arguments: ["kit-420.jpg", "two-kits.png", "huge.png"])
    func `a request is answered with a report`(name: String) throws {
        let request = `The work on one picture`.request
        let (ending, bytes, begun) = try Self.serve(request.encoded() + (try Fixture.bytes(name)))
        #expect(ending == .done)
        #expect(begun == 1)
        var scan = try PictureScan(now: { ContinuousClock.now })
        #expect(try ScanReport(parsing: bytes).outcome == scan.report(on: try Fixture.bytes(name), request).outcome)
    }

    @Test func `an idle worker ends quietly with its input, before the clock starts`() throws {
        #expect(try Self.serve([]) == (.done, [], 0))
    }

    @Test(arguments: [1, 20, 39])
    func `half a request gets no report`(count: Int) throws {
        #expect(try Self.serve(Array(ScanRequest().encoded().prefix(count))) == (.malformed, [], 1))
    }

    @Test func `a request without a picture gets a report`() throws {
        let (ending, bytes, _) = try Self.serve(ScanRequest().encoded())
        #expect(ending == .done)
        #expect(try ScanReport(parsing: bytes).outcome == .failure(.empty))
    }

    @Test(arguments: [(9999, PictureError.unsupportedFormat(nil)), (10_001, .tooManyBytes(limit: 10_000))])
    func `reading stops above the byte limit`(count: Int, error: PictureError) throws {
        let limits = PictureLimits(bytes: 10_000, pixels: 1_000_000)
        let input = ScanRequest().encoded() + [UInt8](repeating: 7, count: count)
        let (ending, bytes, _) = try Self.serve(input, limits: limits)
        #expect(ending == .done)
        #expect(try ScanReport(parsing: bytes).outcome == .failure(error))
    }
}

/// An attempt of code that has taken over a decoder.
enum Escape: String, CaseIterable, Codable {
    case socket, program, kill, file, limits, code

    func attempt() {
        switch self {
        case .socket: _ = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case .program:
            var child = pid_t()
            _ = unsafe posix_spawn(&child, "/bin/true", nil, nil, [nil], [nil])
        case .kill: _ = Glibc.kill(getppid(), 0)
        case .file: _ = unsafe open("/etc/passwd", O_RDONLY)
        case .limits:
            var limits = rlimit(rlim_cur: 100, rlim_max: 100)
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        case .code: _ = unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        }
    }
}

/// Each test that enters the sandbox does so in its own process. Most leave the address space unlimited, since tests
/// also run under sanitisers; all keep descriptors open, since the test process needs its own.
@Suite struct `The sandbox` {
    @Test(
        .enabled(if: Sandbox.missingLayers.isEmpty, "this kernel lacks a layer"),
        arguments: ["kit-420.jpg", "kit-interlaced.png", "kit-lossy.webp", "kit.heic", "kit-grid.heic"])
    func `everything that a picture needs is allowed`(name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            var sandbox = Sandbox()
            (sandbox.addressSpace, sandbox.acceptsLess) = (nil, true)
            let file = try Fixture.bytes(name)
            guard var scan = try? PictureScan(now: { ContinuousClock.now }), sandbox.shut() else { exit(1) }
            let report = scan.report(on: file, ScanRequest(copy: .always, milliseconds: 10_000))
            guard case .success(let picture) = report.outcome, picture.symbols.map(\.text) == [Fixture.kit] else {
                exit(2)
            }
            exit(0)
        }
    }

    /// glibc asks how the kernel overcommits memory when the heap of another thread than the first shrinks.
    @Test(.enabled(if: Sandbox.missingLayers.isEmpty, "this kernel lacks a layer"))
    func `a thread may free memory`() async {
        await #expect(processExitsWith: .success) {
            var sandbox = Sandbox()
            sandbox.addressSpace = nil
            guard sandbox.shut() else { exit(1) }
            var blocks = (0..<200).map { [UInt8](repeating: UInt8($0), count: 64 << 10) }
            guard blocks.reduce(0, { $0 + Int($1[$1.count / 2]) }) == 199 * 100 else { exit(2) }
            blocks.removeAll()
            exit(0)
        }
    }

    @Test func `every limit is set and none can be lifted`() async {
        await #expect(processExitsWith: .success) {
            var sandbox = Sandbox()
            (sandbox.addressSpace, sandbox.acceptsLess) = (nil, true)
            guard sandbox.limitResources() else { exit(1) }
            let expected = [(RLIMIT_CORE, 0), (RLIMIT_FSIZE, 0), (RLIMIT_NOFILE, 3), (RLIMIT_CPU, 3)]
            for (resource, value) in expected {
                var limit = rlimit()
                _ = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
                guard limit.rlim_cur == value, limit.rlim_max == value else { exit(2) }
            }
            guard unsafe open("/dev/null", O_RDONLY) == -1, errno == EMFILE else { exit(3) }
            exit(0)
        }
    }

    @Test(.enabled(if: Sandbox.Layer.landlock.isThere, "this kernel lacks Landlock"))
    func `no path can be opened and no port reached under Landlock, not even the program's own`() async {
        await #expect(processExitsWith: .success) {
            let before = unsafe open("/proc/self/exe", O_RDONLY)
            guard before >= 0, Sandbox().giveUpPrivileges(), Sandbox.Layer.landlock.shut() else { exit(1) }
            for path in ["/proc/self/exe", "/etc/passwd", "/tmp", "/dev/null"] {
                guard unsafe open(path, O_RDONLY) == -1, errno == EACCES else { exit(2) }
            }
            guard unsafe open("/tmp/fairkit-caged", O_CREAT | O_WRONLY, 0o600) == -1, errno == EACCES else { exit(3) }
            exit(0)
        }
    }

    @Test(.enabled(if: Sandbox.Layer.seccomp.isThere, "this kernel lacks seccomp"), arguments: Escape.allCases)
    func `a system call that no picture needs ends the process`(escape: Escape) async {
        await #expect(processExitsWith: .signal(SIGSYS)) { [escape] in
            var sandbox = Sandbox()
            sandbox.addressSpace = nil
            sandbox.acceptsLess = true
            guard sandbox.shut() else { exit(1) }
            escape.attempt()
            exit(0)
        }
    }

    @Test func `the clock ends the process, even where alarms were ignored`() async {
        await #expect(processExitsWith: .signal(SIGALRM)) {
            signal(SIGALRM, SIG_IGN)
            var sandbox = Sandbox()
            (sandbox.addressSpace, sandbox.seconds) = (nil, 1)
            // Without the system call filter, under which nothing can wait.
            guard sandbox.limitResources() else { exit(1) }
            sandbox.startClock()
            while true { pause() }
        }
    }

    @Test(arguments: [["--help"], ["--seconds"], ["--seconds", "0"], ["--seconds", "61"], ["--seconds", "x"]])
    func `unknown arguments are refused`(arguments: [String]) async {
        await #expect(processExitsWith: .exitCode(ScanWorker.Ending.usage.rawValue)) { [arguments] in
            ScanWorker.run(arguments: arguments)
        }
    }
}
