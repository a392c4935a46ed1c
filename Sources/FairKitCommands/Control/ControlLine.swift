package import AsyncHTTPClient
import FairKitAPI
package import FairKitServer
import FoundationEssentials
import Glibc
import NIOCore
package import NIOHTTP1
import NIOSSL

/// Carries requests to a server, at its socket or over the network, and distinguishes why one got no response.
package struct ControlLine: Sendable {
    /// nil: the server is reached over the network.
    let socket: ControlSocket?
    /// `https://fairkit.example`, of a server that is reached over the network.
    let address: String
    let http: HTTPClient

    package init(socket: ControlSocket, http: HTTPClient) {
        self.socket = socket
        self.http = http
        address = ""
    }

    init(address: String, http: HTTPClient) {
        self.address = address
        self.http = http
        socket = nil
    }

    func url(_ path: String) -> String { socket?.url(path) ?? address + path }

    /// A failed connection is not retried here: `LocalServer` finds out which process serves now.
    package static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        configuration.timeout.connect = .seconds(2)
        configuration.redirectConfiguration = .disallow
        return configuration
    }

    package enum Failure: Error {
        /// No server listens; nothing was sent.
        case unreached
        /// The user may not open the socket.
        case forbidden
        /// The server ended before it answered.
        case lost
        case tooSlow
        /// The server's certificate is not trusted.
        case untrusted
    }

    package struct Request: Sendable {
        let method: HTTPMethod
        let path: String
        var headers: [(name: String, value: String)] = []
        var body: Data?
        /// Longest time until the answer has come.
        var timeout: Duration

        package init(_ method: HTTPMethod, _ path: String, timeout: Duration = .seconds(60)) {
            self.method = method
            self.path = path
            self.timeout = timeout
        }
    }

    /// Whether a server listens at the socket.
    func answers() async throws(OperatorError) -> Bool {
        var probe = Request(.GET, "/health/live")
        probe.timeout = .seconds(2)
        do {
            _ = try await send(probe)
            return true
        } catch {
            switch error {
            case .forbidden: throw socket?.foreign ?? OperatorError("\(address) can't be opened.")
            case .unreached, .lost, .tooSlow, .untrusted: return false
            }
        }
    }

    /// Sends one request, and waits for its answer.
    package func send(_ request: Request) async throws(Failure) -> Reply {
        var message = HTTPClientRequest(url: url(request.path))
        message.method = request.method
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let response = try await http.execute(message, timeout: .seconds(request.timeout.components.seconds))
            let body = try await response.body.collect(upTo: 64 << 20)
            return Reply(
                status: Int(response.status.code), body: Data(body.readableBytesView), headers: response.headers)
        } catch is NIOSSLError {
            throw .untrusted
        } catch let error as HTTPClientError {
            switch error {
            case .connectTimeout, .getConnectionFromPoolTimeout: throw .unreached
            case .deadlineExceeded, .readTimeout: throw .tooSlow
            default: throw .lost
            }
        } catch let error as IOError {
            switch error.errnoCode {
            case EACCES, EPERM: throw .forbidden
            // An established connection broke; every other error occurs before there is one.
            case ECONNRESET, EPIPE: throw .lost
            default: throw .unreached
            }
        } catch {
            throw .lost
        }
    }
}
