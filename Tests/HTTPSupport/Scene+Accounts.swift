package import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
package import HTTPTypes
package import KeyRing
import Support
import Testing

/// A signed-in person.
package struct Person {
    package let email: String
    package let password: String
    package var accessToken: String
    package var refreshToken: String
    package let accountID: String
    package let sessionID: String
    package let mfa: OneTimePassword?
    package let backupCodes: [String]

    package var bearer: [String: String] { ["Authorization": "Bearer \(accessToken)"] }
}

extension Scene {
    package static let password = "correct horse battery"

    /// The secret in the latest mail to an address.
    package func mailedSecret(to email: String) async throws -> String {
        String(try #require(try await mailedLink(to: email).split(separator: "#").last))
    }

    /// The link in the latest mail to an address.
    package func mailedLink(to email: String) async throws -> String {
        try #require(try await mailedFacts(to: email).link)
    }

    /// The code in the latest mail to an address.
    package func mailedCode(to email: String) async throws -> String {
        try #require(try await mailedFacts(to: email).lines)
    }

    private func mailedFacts(to email: String) async throws -> NoticeFacts {
        let mails = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.mails()
        }
        return try #require(mails.first { $0.recipient == email }?.notice.facts)
    }

    /// A request by a signed-in person.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, as person: Person, json: String? = nil
    ) async throws -> Reply {
        try await send(
            method, path, as: nil, type: json == nil ? nil : "application/json", body: json.map { Array($0.utf8) },
            person.bearer)
    }

    /// A request without a key or token.
    package func post(_ path: String, _ json: String, from address: String? = nil) async throws -> Reply {
        try await post(path, as: nil, json: json, address.map { ["X-Forwarded-For": $0] } ?? [:])
    }

    package func login(_ email: String, _ password: String = Scene.password, from address: String? = nil) async throws
        -> Reply
    {
        try await post(
            "/api/v1/auth/login", #"{"email": "\#(email)", "password": "\#(password)"}"#, from: address)
    }

    /// A patient who has registered, confirmed their address and signed in.
    package func patient(_ email: String = "ada@example.org") async throws -> Person {
        try await patient(email, named: "Ada", "Otieno")
    }

    /// Another one, of another name.
    package func stranger(_ email: String) async throws -> Person { try await patient(email, named: "Ben", "Baraka") }

    private func patient(_ email: String, named given: String, _ family: String) async throws -> Person {
        #expect(try await post("/api/v1/auth/register", #"{"email": "\#(email)"}"#).status == 202)
        let confirmed = try await post(
            "/api/v1/auth/confirm",
            """
            {"token": "\(try await mailedSecret(to: email))", "password": "\(Scene.password)",
             "profile": {"name": {"given": "\(given)", "family": "\(family)"}, "birthDate": "1980-02-29"}}
            """)
        #expect(confirmed.status == 201)
        return try await signedIn(email, try await login(email))
    }

    /// Invites a person as the operator does, without a second administrator.
    package func invite(_ role: String, _ email: String, more: String = "") async throws {
        let invited = try await onMachine { machine in
            try await machine.post(
                "/api/v1/accounts/invitations", as: nil,
                json: #"{"email": "\#(email)", "role": "\#(role)"\#(more)}"#)
        }
        #expect(invited.status == 201)
    }

    /// An invited person who has set up a second factor and signed in.
    package func staff(_ role: String, _ email: String, more: String = "") async throws -> Person {
        try await invite(role, email, more: more)
        let confirmed = try await post(
            "/api/v1/auth/confirm",
            #"{"token": "\#(try await mailedSecret(to: email))", "password": "\#(Scene.password)"}"#)
        #expect(confirmed.status == 201)
        let challenge = try await login(email)
        // A role whose people read no one's values needs no second factor.
        guard let token = try challenge.json["mfaToken"]?.text else { return try await signedIn(email, challenge) }
        let begun = try await post("/api/v1/auth/mfa/setup", #"{"mfaToken": "\#(token)"}"#)
        let mfa = try OneTimePassword(begun)
        let reply = try await verify(token, try mfa.code(at: house.time.now))
        return try await signedIn(email, reply, mfa)
    }

    package func verify(_ token: String, _ code: String, as name: String = "code") async throws -> Reply {
        try await post("/api/v1/auth/mfa/verify", #"{"mfaToken": "\#(token)", "\#(name)": "\#(code)"}"#)
    }

    /// The person whose tokens a response holds.
    package func signedIn(_ email: String, _ reply: Reply, _ mfa: OneTimePassword? = nil) async throws -> Person {
        #expect(reply.status == 200)
        let json = try reply.json
        return Person(
            email: email, password: Scene.password, accessToken: try #require(json["accessToken"]?.text),
            refreshToken: try #require(json["refreshToken"]?.text), accountID: try #require(json["accountId"]?.text),
            sessionID: try #require(json["sessionId"]?.text), mfa: mfa,
            backupCodes: json["backupCodes"]?.list?.compactMap(\.text) ?? [])
    }
}

extension OneTimePassword {
    /// The setup of an authenticator app.
    package init(_ reply: Scene.Reply) throws {
        let text = try #require(try reply.json["secret"]?.text)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bits, count, bytes) = (0, 0, [UInt8]())
        for character in text {
            bits = (bits << 5 | (try #require(digits.firstIndex(of: character)))) & 0xfff
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        self.init(secret: bytes)
    }

    package func code(at now: Timestamp) throws -> String {
        try code(inStep: OneTimePassword.step(atSeconds: now.milliseconds / 1000))
    }
}
