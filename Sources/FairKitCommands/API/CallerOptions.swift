import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// The options of commands that can reach a server at the socket of its data directory, or over the network.
struct CallerOptions: ParsableArguments {
    @OptionGroup var options: StoreOptions

    @Option(
        help: ArgumentHelp(
            "A server on the network, https://HOST, instead of the one of the data directory (FAIRKIT_SERVER). The API key is read from FAIRKIT_API_KEY.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp("The certificates by which that server is trusted (PEM).", valueName: "file"),
        completion: .file())
    var cacert: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The caller: administrator (by default), clinician, coordinator, consumer, laboratory:NAME or patient:ID on the socket, or the e-mail address of a person, who signs in.",
            valueName: "caller"))
    var caller: String?

    /// Sends a call, and returns its response unless it is a refusal.
    func send(_ call: APICall) async throws -> Reply { try await perform { try await $0.send(call) } }

    /// Runs a command's body with the caller that the options name.
    func perform<T: Sendable>(_ body: @escaping @Sendable (APICaller) async throws -> T) async throws -> T {
        let person = caller.flatMap { $0.contains("@") ? $0 : nil }
        let password = try person.map { try askForSecret("Password of \($0)") }
        let role = try person == nil ? role() : .administrator
        return try await withClient { client in
            guard let person, let password else {
                return try await body(APICaller(client: client, role: role, person: nil, password: nil))
            }
            let signedIn = try await SignedInPerson(person, password: password, to: client) {
                try askForSecret("Code of the second factor")
            }
            let outcome: Result<T, any Error>
            do {
                let caller = APICaller(client: client, role: role, person: signedIn, password: password)
                outcome = .success(try await body(caller))
            } catch { outcome = .failure(error) }
            await signedIn.signOut()
            return try outcome.get()
        }
    }

    private func role() throws -> LocalClient.Role {
        let parts = (caller ?? "administrator").split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts[0], parts.count) {
        case ("administrator", 1): return .administrator
        case ("clinician", 1): return .clinician
        case ("coordinator", 1): return .coordinator
        case ("consumer", 1): return .consumer
        case ("laboratory", 2): return .laboratory(parts[1])
        case ("patient", 2): return .patient(parts[1])
        default:
            throw wrongArgument(
                "--as is administrator, clinician, coordinator, consumer, laboratory:NAME, patient:ID or an e-mail address."
            )
        }
    }

    private func withClient<T: Sendable>(_ body: @escaping @Sendable (LocalClient) async throws -> T) async throws -> T
    {
        let environment = ProcessInfo.processInfo.environment
        guard let address = server ?? environment["FAIRKIT_SERVER"] else {
            return try await options.settings().withServer(body)
        }
        let isOfMachine = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { address.hasPrefix($0) }
        guard address.hasPrefix("https://") || isOfMachine else {
            throw wrongArgument("--server begins with https://, so that no one reads the API key on the way.")
        }
        var credentials: [(name: String, value: String)] = []
        if let key = environment["FAIRKIT_API_KEY"] { credentials.append(("X-API-Key", key)) }
        if let tenant = options.tenant { credentials.append(("X-Tenant-ID", tenant)) }
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        return try await LocalClient.ofNetwork(base, credentials: credentials, trusted: cacert, body)
    }
}

/// The caller of a command's requests: a role on the socket, an API key, or a person who signed in.
struct APICaller: Sendable {
    let client: LocalClient
    let role: LocalClient.Role
    let person: SignedInPerson?
    let password: String?

    func send(_ call: APICall) async throws -> Reply {
        var call = call
        if call.details.proof == true, let password {
            let code =
                try person?.hasSecondFactor == true
                ? SecondFactorCode(askForSecret("Another code of the second factor, or a backup code")) : nil
            let proof = ["password": password, "code": code?.oneTime, "backupCode": code?.backup]
            try call.prove(by: proof.compactMapValues { $0.map { .text($0) } })
        }
        if call.needsVersion {
            let read = try await client.answer(to: request(.GET, call.path))
            guard let version = read.headers.first(name: "ETag") else {
                throw OperatorError("Name the version that you change: --if-match VERSION")
            }
            call.headers.append(("If-Match", version))
        }
        var request = request(HTTPMethod(rawValue: call.method), call.path)
        request.headers += call.headers
        request.body = call.body
        return try await client.answer(to: request, repeatable: call.isRepeatable)
    }

    private func request(_ method: HTTPMethod, _ path: String) -> ControlLine.Request {
        person?.request(method, path) ?? client.request(method, path, as: role)
    }
}

extension APICall {
    private func takes(_ header: String) -> Bool { details.headers?.member(header) != nil }
    private func has(_ header: String) -> Bool { headers.contains { $0.name.lowercased() == header.lowercased() } }

    /// Whether the version that it changes has to be read first.
    fileprivate var needsVersion: Bool { details.headers?.required?.contains("If-Match") == true && !has("If-Match") }

    /// Whether a request whose response was lost can be sent again.
    fileprivate var isRepeatable: Bool { method == "GET" || method == "PATCH" || has("Idempotency-Key") }

    /// Adds the version, and a random idempotency key where the operation takes one.
    mutating func complete(version: String?) throws {
        if let version {
            guard takes("If-Match") else { throw wrongArgument("\(method) \(path) takes no --if-match.") }
            headers.append(("If-Match", version.allSatisfy(\.isNumber) ? "\"\(version)\"" : version))
        }
        if takes("Idempotency-Key"), !has("Idempotency-Key") { headers.append(("Idempotency-Key", UUID().uuidString)) }
    }
}
