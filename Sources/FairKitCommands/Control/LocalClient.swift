import AsyncHTTPClient
import FairKitAPI
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOSSL

/// The client of a command: it sends JSON, receives JSON, and turns a refusal into a sentence.
struct LocalClient: Sendable {
    fileprivate let line: ControlLine
    /// The tenant that the command applies to.
    var tenant = TenantName.standard
    /// nil: this process does not start a server.
    fileprivate let server: LocalServer?
    /// The headers that authenticate a request over the network; nil: a request on the socket names its role.
    fileprivate var credentials: [(name: String, value: String)]?

    /// The role in which a command acts.
    enum Role: Sendable {
        case administrator
        case clinician
        case consumer
        case coordinator
        case laboratory(String)
        /// A person, by the id of their profile.
        case patient(String)

        var header: String {
            switch self {
            case .administrator: "administrator"
            case .clinician: "clinician"
            case .consumer: "consumer"
            case .coordinator: "coordinator"
            case .laboratory(let name): "laboratory;\(name.percentEncoded)"
            case .patient(let id): "patient;\(id)"
            }
        }
    }

    func get(_ path: String, as role: Role = .administrator) async throws -> Reply {
        try await ask(request(.GET, path, as: role), repeatable: true)
    }

    /// - Parameter repeatable: whether the request is idempotent.
    func post(
        _ path: String, as role: Role = .administrator, json: some Encodable = NoMembers(), repeatable: Bool = false,
        timeout: Duration = .seconds(60)
    ) async throws -> Reply {
        try await send(.POST, path, as: role, json: json, repeatable: repeatable, timeout: timeout)
    }

    func delete(_ path: String, as role: Role = .administrator) async throws {
        _ = try await ask(request(.DELETE, path, as: role), repeatable: false)
    }

    private func send(
        _ method: HTTPMethod, _ path: String, as role: Role, json: some Encodable, repeatable: Bool,
        timeout: Duration = .seconds(60)
    ) async throws -> Reply {
        var request = request(method, path, as: role)
        request.headers.append(("Content-Type", "application/json"))
        request.body = try JSONEncoder().encode(json)
        request.timeout = timeout
        return try await ask(request, repeatable: repeatable)
    }

    /// Every page of a list.
    /// - Parameter most: the number of items to fetch; nil: all.
    func everything<Item: Decodable & Sendable>(
        _ path: String, _ filters: [(String, String?)] = [], of type: Item.Type, as role: Role = .administrator,
        most: Int? = nil
    ) async throws -> [Item] {
        var items: [Item] = []
        var cursor: String?
        repeat {
            let limit = most.map { min(100, $0 - items.count) } ?? 100
            let page = try await get(path + query(filters + [("limit", "\(limit)"), ("cursor", cursor)]), as: role)
                .decode(ListBody<Item>.self)
            items += page.items
            cursor = page.nextCursor?.sealed
        } while cursor != nil && most.map { items.count < $0 } ?? true
        return items
    }

    /// Follows server-sent events until the line breaks.
    /// - Parameters:
    ///   - opened: called once the server sends events.
    ///   - onEvent: called with the data of each event.
    /// - Throws: `NoServer` if no server runs.
    nonisolated(nonsending) func follow(
        _ path: String, as role: Role, opened: () async throws -> Void, onEvent: (Data) async throws -> Void
    ) async throws {
        let refusal: Reply?
        do {
            refusal = try await line.follow(request(.GET, path, as: role), opened: opened, onEvent: onEvent)
        } catch let error as OperatorError {
            throw error
        } catch is NoServer {
            throw NoServer()
        } catch {
            // The connection broke, or there was none: a probe shows whether a server runs.
            if Task.isCancelled { throw error }
            guard try await line.answers() else { throw NoServer() }
            return
        }
        if let refusal { throw OperatorError(refusal.problem.sentence) }
    }

    /// The response, whatever its status.
    func send(_ request: ControlLine.Request, repeatable: Bool) async throws -> Reply {
        for _ in 0..<LocalClient.attempts {
            do {
                return try await line.send(request)
            } catch {
                switch error {
                case .forbidden: throw line.socket?.foreign ?? NoServer()
                case .untrusted:
                    throw OperatorError(
                        "The certificate of \(line.address) is not trusted. Name the file of its authority: --cacert FILE"
                    )
                case .tooSlow:
                    throw OperatorError(
                        "The server took too long. Check whether the command took effect before you run it again.")
                case .lost where !repeatable:
                    throw OperatorError(
                        "The server stopped before it answered. Check whether the command took effect before you run it again."
                    )
                case .lost, .unreached:
                    guard let server else { throw NoServer() }
                    try await server.reach()
                }
            }
        }
        throw OperatorError("The server stops again and again. See its log.")
    }

    func request(_ method: HTTPMethod, _ path: String, as role: Role) -> ControlLine.Request {
        var request = ControlLine.Request(method, path)
        request.headers = credentials ?? [("FairKit-Role", role.header), ("X-Tenant-ID", tenant.text)]
        return request
    }

    /// Reads a resource once that may no longer exist.
    func look(_ path: String) async throws -> Reply? {
        var request = request(.GET, path, as: .administrator)
        request.timeout = .seconds(5)
        let reply = try await line.send(request)
        return reply.isSuccess ? reply : nil
    }

    private static let attempts = 5

    /// The response to a request, unless it is a refusal.
    /// - Parameter repeatable: whether the request is idempotent.
    func answer(to request: ControlLine.Request, repeatable: Bool = true) async throws -> Reply {
        try await ask(request, repeatable: repeatable)
    }

    private func ask(_ request: ControlLine.Request, repeatable: Bool) async throws -> Reply {
        let reply = try await send(request, repeatable: repeatable)
        guard reply.isSuccess else { throw OperatorError(sentence(of: reply.problem, at: request.path)) }
        return reply
    }

    /// The message at a terminal, where the user has neither address nor API key.
    private func sentence(of problem: ServerProblem, at path: String) -> String {
        guard problem.code == "not-found", credentials == nil, let thing = missingThing(at: path) else {
            return problem.sentence
        }
        return "There is \(thing) in the tenant \(tenant)."
    }
}

/// No server uses the data directory.
struct NoServer: Error {}

/// An empty request body.
struct NoMembers: Encodable {}

/// `?a=b&c=d` for the parameters that have a value.
func query(_ parameters: [(String, String?)]) -> String {
    let pairs = parameters.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
}

extension Settings {
    /// Runs a command's body with a client of the data directory's server. If none runs, this process serves it meanwhile.
    func withServer<T: Sendable>(_ body: @escaping @Sendable (LocalClient) async throws -> T) async throws -> T {
        let socket = try ControlSocket(in: data.path)
        let http = HTTPClient(configuration: ControlLine.configuration)
        let line = ControlLine(socket: socket, http: http)
        let server = LocalServer(socket: socket, line: line, settings: self.server) { try await openInstallation() }
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run() }
            let outcome: Result<T, any Error>
            do {
                // A server that hangs is detected before it gets a request.
                try await server.reach()
                outcome = .success(try await body(LocalClient(line: line, tenant: tenant, server: server)))
            } catch { outcome = .failure(error) }
            try await http.shutdown()
            server.finish()
            try await tasks.waitForAll()
            return try outcome.get()
        }
    }

    /// Runs a command's body with a client that throws `NoServer` if no server runs.
    func withRunningServer<T: Sendable>(
        _ body: @escaping @Sendable (LocalClient) async throws -> T
    ) async throws -> T {
        let socket = try ControlSocket(in: data.path)
        return try await HTTPClient.withHTTPClient(configuration: ControlLine.configuration) { http in
            try await body(LocalClient(line: ControlLine(socket: socket, http: http), tenant: tenant, server: nil))
        }
    }
}

extension LocalClient {
    /// Runs a command's body with a client of a server that it reaches over the network.
    ///
    /// - Parameter trusted: the file of the certificates that are trusted; nil: those of the system.
    static func ofNetwork<T: Sendable>(
        _ address: String, credentials: [(name: String, value: String)], trusted: String?,
        _ body: @escaping @Sendable (LocalClient) async throws -> T
    ) async throws -> T {
        var configuration = ControlLine.configuration
        configuration.timeout.connect = .seconds(10)
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trusted { tls.trustRoots = .file(trusted) }
        configuration.tlsConfiguration = tls
        return try await HTTPClient.withHTTPClient(configuration: configuration) { http in
            let line = ControlLine(address: address, http: http)
            do {
                return try await body(LocalClient(line: line, server: nil, credentials: credentials))
            } catch is NoServer { throw OperatorError("No server answers at \(address).") }
        }
    }
}
