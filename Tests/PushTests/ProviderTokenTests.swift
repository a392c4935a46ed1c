import FairKitCore
import Push
import Testing
import TextEncodings

@Suite struct `The token for APNs` {
    private let token: ProviderToken

    init() throws {
        token = ProviderToken(try apnsSettings())
    }

    private func after(minutes: Int) -> Timestamp { start.advanced(by: .seconds(minutes * 60)) }

    @Test func `names the team, the key and the time`() throws {
        let parts = try token.text(at: start).split(separator: ".")
        #expect(text(bytes(base64URL: parts[0]) ?? []) == #"{"alg":"ES256","kid":"ABC123DEFG","typ":"JWT"}"#)
        #expect(text(bytes(base64URL: parts[1]) ?? []) == #"{"iat":1795597200,"iss":"DEF123GHIJ"}"#)
    }

    @Test func `is used for forty minutes`() throws {
        let first = try token.text(at: start)
        #expect(try token.text(at: after(minutes: 39)) == first)
        let second = try token.text(at: after(minutes: 40))
        #expect(second != first)
        #expect(try token.text(at: after(minutes: 79)) == second)
    }

    @Test func `is renewed if the clock was set back`() throws {
        let first = try token.text(at: start)
        #expect(try token.text(at: after(minutes: -1)) != first)
    }

    @Test func `is replaced once if Apple calls it expired, and not again for twenty minutes`() throws {
        let first = try token.text(at: start)
        let second = try #require(try token.text(insteadOf: first, at: start))
        #expect(second != first)
        // Another request that used the first one gets the second one.
        #expect(try token.text(insteadOf: first, at: start) == second)
        #expect(try token.text(insteadOf: second, at: after(minutes: 19)) == nil)
        #expect(try token.text(at: after(minutes: 19)) == second)
        #expect(try token.text(insteadOf: second, at: after(minutes: 20)) != nil)
    }
}
