import Dispatch
import Glibc
import PostgreSQL
import Synchronization

/// Stands between a client and the server of the tests, on a unix socket of its own, and cuts connections on demand.
final class Proxy: Sendable {
    enum Cut {
        /// Forwards everything.
        case none
        /// Ends the connection of the next COMMIT, which the server does not receive.
        case beforeCommit
        /// Forwards the next COMMIT, and ends the connection instead of forwarding its answer.
        case afterCommit
        /// Does the same, and from then on accepts no connection.
        case afterCommitForEver
        /// Forwards the next COMMIT, and calls `atCommit` when the server answers. The answer is lost.
        case afterCommitCalling
        /// Accepts bytes, and forwards nothing from now on. It accepts no connection.
        case swallowing
        case everything
    }

    private let folder: String
    private let server: TestServer
    private let listener: Int32
    private let cut = Mutex(Cut.none)
    private let atCommit: @Sendable () -> Void

    init(_ server: TestServer, atCommit: @escaping @Sendable () -> Void = {}) throws {
        self.atCommit = atCommit
        var name = Array("/tmp/fairkit-proxy-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&name) else { throw TestServer.Missing() }
        folder = unsafe String(cString: made)
        self.server = server
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isBound = unsafe withAddress("\(folder)/.s.PGSQL.5432") { unsafe bind(listener, $0, $1) }
        guard isBound == 0, listen(listener, 64) == 0 else { throw TestServer.Missing() }
        let (accepting, weak) = (listener, Weak(self))
        DispatchQueue(label: "proxy").async {
            while true {
                let client = accept(accepting, nil, nil)
                guard client >= 0 else { return }
                // A child process that another test starts would keep the connection open.
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                DispatchQueue(label: "proxied").async { weak.proxy?.forward(client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unsafe unlink("\(folder)/.s.PGSQL.5432")
        unsafe rmdir(folder)
    }

    var address: PostgresAddress {
        get throws(PostgresAddress.Refusal) {
            let encoded = folder.split(separator: "/").reduce("") { "\($0)%2F\($1)" }
            return try PostgresAddress("postgres://fairkit@\(encoded):5432/postgres")
        }
    }

    func set(_ cut: Cut) { self.cut.withLock { $0 = cut } }

    /// Takes the cut for a COMMIT.
    private func takeCut() -> Cut {
        cut.withLock { cut in
            guard cut != .swallowing else { return cut }
            defer { cut = cut == .afterCommitForEver ? .everything : .none }
            return cut
        }
    }

    private func forward(_ client: Int32) {
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer {
            close(client)
            close(other)
        }
        guard ![.everything, .swallowing].contains(cut.withLock({ $0 })),
            unsafe withAddress("\(server.folder)/.s.PGSQL.\(server.port)", { unsafe connect(other, $0, $1) }) == 0
        else { return }
        var (isCut, isCalling) = (false, false)
        while true {
            var both = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&both, 2, -1) > 0 else { return }
            for (index, end) in both.enumerated() where end.revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 65536)
                let count = unsafe recv(end.fd, &bytes, bytes.count, 0)
                guard count > 0 else { return }
                if index == 1, isCalling { atCommit() }
                if index == 1, isCut { return }
                if cut.withLock({ $0 }) == .swallowing { continue }
                if index == 0, bytes[..<count].contains(Array("COMMIT\0".utf8)) {
                    switch takeCut() {
                    case .none, .everything, .swallowing: break
                    case .afterCommitCalling: (isCut, isCalling) = (true, true)
                    case .beforeCommit: return
                    case .afterCommit, .afterCommitForEver: isCut = true
                    }
                }
                guard unsafe send(both[1 - index].fd, bytes, count, Int32(MSG_NOSIGNAL)) == count else {
                    return
                }
            }
        }
    }
}

/// Does not keep the proxy alive.
private final class Weak: Sendable {
    private let pointer: Mutex<WeakProxy>
    private struct WeakProxy { weak var proxy: Proxy? }
    var proxy: Proxy? { pointer.withLock { $0.proxy } }

    init(_ proxy: Proxy) {
        pointer = Mutex(WeakProxy(proxy: proxy))
    }
}

/// Calls a function of sockets with the address of a unix socket.
private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
