import Dispatch
import Glibc
import Synchronization

/// A mail server on this machine that answers from a script, line by line.
final class ScriptedServer: Sendable {
    let port: Int
    private let socket: Int32
    private let state: Mutex<State>
    /// So many messages have to arrive before any of them is accepted.
    private let together: Int

    private struct State {
        /// The replies that replace the usual ones, once each.
        var script: [(command: String, reply: String?)]
        var lines: [String] = []
        var connections = 0
        var messages = 0
    }

    /// - Parameters:
    ///   - script: commands and their replies; nil: the connection is closed, `silence`: there is no reply.
    ///   - together: so many messages have to arrive before any of them is accepted.
    init(_ script: [(command: String, reply: String?)] = [], together: Int = 1) throws {
        state = Mutex(State(script: script))
        self.together = together
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(socket, pointer, length) == 0 && listen(socket, 50) == 0
                    && getsockname(socket, pointer, &length) == 0
            }
        }
        guard isBound else { throw Unbound() }
        port = Int(UInt16(bigEndian: address.sin_port))
        DispatchQueue(label: "test.smtp").async { [self] in
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0 else { break }
                state.withLock { $0.connections += 1 }
                guard together > 1 else {
                    serve(client)
                    close(client)
                    continue
                }
                DispatchQueue(label: "test.smtp.\(client)").async { [self] in
                    serve(client)
                    close(client)
                }
            }
            // Not earlier: another server can get the number of a closed socket at once, and this thread would serve it.
            close(socket)
        }
    }

    struct Unbound: Error {}

    /// Everything that it received.
    var lines: [String] { state.withLock { $0.lines } }
    var connections: Int { state.withLock { $0.connections } }

    /// Refuses new connections from now on.
    func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private func serve(_ client: Int32) {
        var isData = false
        guard say(to: "", "220 ready", client) != nil else { return }
        while let line = readLine(client) {
            state.withLock { $0.lines.append(line) }
            let command = isData ? (line == "." ? "." : nil) : String(line.prefix { $0 != " " && $0 != ":" })
            guard let command else { continue }
            if command == "." { waitForOthers() }
            let usual = command == "DATA" ? "354 go on" : command == "QUIT" ? "221 bye" : "250 OK"
            guard let said = say(to: command, usual, client), command != "QUIT" else { return }
            isData = said.hasPrefix("354") && command == "DATA"
        }
    }

    private func waitForOthers() {
        state.withLock { $0.messages += 1 }
        while state.withLock({ $0.messages < together }) { sched_yield() }
    }

    /// - Returns: the reply; nil: the connection ends.
    private func say(to command: String, _ usual: String, _ client: Int32) -> String? {
        let reply = state.withLock { state -> String? in
            guard state.script.first?.command == command else { return usual }
            return state.script.removeFirst().reply
        }
        guard let reply, reply != "silence" else { return reply }
        let bytes = Array("\(reply)\r\n".utf8)
        return unsafe send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count ? reply : nil
    }

    private func readLine(_ client: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe recv(client, &byte, 1, 0) == 1 {
            line.append(byte)
            if line.suffix(2) == [13, 10] { return String(decoding: line.dropLast(2), as: UTF8.self) }
        }
        return nil
    }
}
