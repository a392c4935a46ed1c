import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// A person who signed in at the server's socket: a command that needs a named person acts with their rights. See
/// decision 0013.
struct SignedInPerson: Sendable {
    private let client: LocalClient
    private let token: String
    /// Whether the account has a second factor.
    let hasSecondFactor: Bool

    /// Signs in.
    ///
    /// - Parameter code: of the second factor, or a backup code; called only if the account has a second factor.
    init(
        _ email: String, password: String, to client: LocalClient, code: @Sendable () throws -> String
    ) async throws {
        self.client = client
        let login = try await client.post("/api/v1/auth/login", json: Login(email: email, password: password))
        let signedIn = try login.decode(SignedIn.self)
        if let token = signedIn.accessToken {
            self.token = token
            hasSecondFactor = false
            return
        }
        guard let challenge = signedIn.mfaToken, signedIn.mfaSetupRequired != true else {
            throw OperatorError(
                "This account has to set up a second factor first. Sign in to FairKit in a browser or an app.")
        }
        let typed = SecondFactorCode(try code())
        let answer = Answer(mfaToken: challenge, code: typed.oneTime, backupCode: typed.backup)
        let verified = try await client.post("/api/v1/auth/mfa/verify", json: answer).decode(SignedIn.self)
        guard let token = verified.accessToken else { throw OperatorError("The server sent no session.") }
        self.token = token
        hasSecondFactor = true
    }

    /// Sends a request as the person.
    func post(_ path: String, json: some Encodable) async throws -> Reply {
        var request = request(.POST, path)
        request.headers.append((name: "Content-Type", value: "application/json"))
        request.body = try JSONEncoder().encode(json)
        return try await client.answer(to: request, repeatable: false)
    }

    /// Ends the session, whatever became of the request. A session that can't be ended expires.
    func signOut() async {
        _ = try? await client.answer(to: request(.POST, "/api/v1/auth/logout"), repeatable: false)
    }

    func request(_ method: HTTPMethod, _ path: String) -> ControlLine.Request {
        var request = client.request(method, path, as: .administrator)
        request.headers.removeAll { $0.name == "FairKit-Role" }
        request.headers.append((name: "Authorization", value: "Bearer \(token)"))
        return request
    }

    private struct Login: Encodable {
        let email: String
        let password: String
    }

    private struct Answer: Encodable {
        let mfaToken: String
        let code: String?
        let backupCode: String?
    }

    /// The answer to a sign-in: tokens, or a challenge.
    private struct SignedIn: Decodable {
        let accessToken: String?
        let mfaToken: String?
        let mfaSetupRequired: Bool?
    }
}

/// A code that a person types: of an authenticator app, or a backup code.
struct SecondFactorCode {
    let oneTime: String?
    let backup: String?

    init(_ typed: String) {
        let isOneTime = typed.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: " ") }
        oneTime = isOneTime ? typed : nil
        backup = isOneTime ? nil : typed
    }
}
