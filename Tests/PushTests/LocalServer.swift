import FairKitCore
import HTTPTypes
import Hummingbird
import NIOCore
import OutboundHTTP
import Support
import Synchronization

/// A local server without TLS that answers each POST, and records it.
final class LocalServer: Sendable {
    struct Got: Sendable {
        let path: String
        let authorization: String?
        let body: [UInt8]
    }

    /// A status, and JSON.
    typealias Reply = (status: Int, body: String)

    let got = Mutex<[Got]>([])
    private let reply: @Sendable (Got, _ number: Int) async -> Reply

    /// - Parameter reply: gets a request, and how many came before.
    init(_ reply: @escaping @Sendable (Got, _ number: Int) async -> Reply) {
        self.reply = reply
    }

    var paths: [String] { got.withLock { $0.map(\.path) } }

    /// Runs while the body does, which gets the server's URL.
    func run(_ body: @Sendable @escaping (String) async throws -> Void) async throws {
        let router = Router()
        router.post("/**") { request, _ in
            let bytes = Array(buffer: try await request.body.collect(upTo: 65_536))
            let got = Got(path: request.uri.path, authorization: request.headers[.authorization], body: bytes)
            let number = self.got.withLock { all in
                all.append(got)
                return all.count - 1
            }
            let reply = await self.reply(got, number)
            return Response(
                status: HTTPResponse.Status(code: reply.status),
                body: ResponseBody(byteBuffer: ByteBuffer(string: reply.body)))
        }
        try await withLocalServer(router) { try await body("http://127.0.0.1:\($0)") }
    }
}

/// A sender that may reach this machine. Its time limits never pass, however busy the machine is.
func localSender(now: @escaping Now) throws -> HTTPSender {
    try HTTPSender(authorityFile: nil, allowsPrivate: true, now: now, clock: ManualClock())
}

/// A clock that a test sets.
final class SetClock: Sendable {
    private let seconds = Mutex<Int64>(0)

    var now: Timestamp { start.advanced(by: .seconds(seconds.withLock { $0 })) }

    func advance(bySeconds more: Int64) { seconds.withLock { $0 += more } }
}
