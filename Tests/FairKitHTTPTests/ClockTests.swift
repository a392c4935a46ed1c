import HTTPTypes
import Support
import Testing

/// The system clock is set while people sign in.
@Suite struct `Signing in when the clock is set` {
    @Test func `works with a refresh token before the first signing key`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(-7_200))
            let early = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(early.status == 200)
            let person = try await scene.signedIn(ada.email, early)
            #expect(try await scene.send(.get, "/api/v1/auth/me", as: person).status == 200)
            scene.house.time.advance(by: .seconds(7_200))
            let later = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(person.refreshToken)"}"#)
            #expect(later.status == 200)
        }
    }

    @Test func `accepts codes again after a sign-in while it was ahead, each once`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            func challenge() async throws -> String {
                try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            }
            scene.house.time.advance(by: .seconds(7_200))
            let ahead = try app.code(at: scene.house.time.now)
            #expect(try await scene.verify(try await challenge(), ahead).status == 200)
            scene.house.time.advance(by: .seconds(-7_140))
            let code = try app.code(at: scene.house.time.now)
            #expect(try await scene.verify(try await challenge(), code).status == 200)
            let again = try await scene.verify(try await challenge(), code)
            #expect(again.status == 401)
            #expect(try again.code == "code-wrong")
        }
    }
}
