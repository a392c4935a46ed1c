import FairKitCore
import Support
import Testing

@Suite(.serialized) struct `Behind one address` {
    /// Ten attempts at once, and then one in six seconds.
    private let limits = RateLimits.standard

    @Test func `twenty people enrol in a minute, and guessing stays as hard`() async throws {
        try await Scene.run(limits: limits, peer: "192.0.2.1") { scene in
            for number in 0..<20 {
                let person = try await scene.staff("clinician", "c\(number)@example.org")
                #expect(!person.accessToken.isEmpty)
            }
            var refused: [Int] = []
            for number in 0..<12 { refused.append(try await scene.login("g\(number)@example.org", "wrong").status) }
            #expect(refused == Array(repeating: 401, count: 10) + [429, 429])
        }
    }

    @Test func `a right link and a right code are taken where others have guessed too often`() async throws {
        try await Scene.run(limits: limits, peer: "192.0.2.1") { scene in
            for number in 0..<10 { _ = try await scene.login("g\(number)@example.org", "wrong") }
            try await scene.invite("coordinator", "c@example.org")
            func confirm(_ token: String) async throws -> Int {
                try await scene.post(
                    "/api/v1/auth/confirm", #"{"token": "\#(token)", "password": "\#(Scene.password)"}"#
                ).status
            }
            #expect(try await confirm("inv_made-up") == 429)
            #expect(try await confirm(try await scene.mailedSecret(to: "c@example.org")) == 201)
        }
    }

    @Test func `a person's right passwords are hashed as often as wrong ones, and no more`() async throws {
        try await Scene.run(limits: limits, peer: "192.0.2.1") { scene in
            let ada = try await scene.patient()
            var count = 0
            while count < 40, try await scene.login(ada.email).status == 200 { count += 1 }
            // Ten by person and those of the address, of which registering took one.
            #expect(count == 18)
        }
    }
}
