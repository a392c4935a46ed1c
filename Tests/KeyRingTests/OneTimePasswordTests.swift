import KeyRing
import Testing

@Suite struct `A one-time password` {
    private let password = OneTimePassword(secret: Array("12345678901234567890".utf8))

    /// RFC 6238, appendix B; the last six of the eight digits.
    @Test(
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)])
    func `equals the standard's`(time: Int64, code: String) throws {
        let step = OneTimePassword.step(atSeconds: time)
        #expect(try password.code(inStep: step) == code)
        #expect(try password.step(of: code, atSeconds: time, after: nil) == step)
    }

    @Test func `is valid half a minute before and after`() throws {
        let code = try password.code(inStep: 1000)
        for (time, isGood) in [(29_969, false), (29_970, true), (30_000, true), (30_059, true), (30_060, false)]
            as [(Int64, Bool)]
        {
            #expect((try password.step(of: code, atSeconds: time, after: nil) == 1000) == isGood, "\(time)")
        }
    }

    @Test func `is valid once, and no earlier one afterwards`() throws {
        let (earlier, later) = (try password.code(inStep: 999), try password.code(inStep: 1000))
        #expect(try password.step(of: later, atSeconds: 30_000, after: 999) == 1000)
        #expect(try password.step(of: later, atSeconds: 30_000, after: 1000) == nil)
        #expect(try password.step(of: earlier, atSeconds: 30_000, after: 1000) == nil)
    }

    @Test(arguments: ["", "28708", "2870822", "a87082", "287081"])
    func `is not any other text`(code: String) throws {
        #expect(try password.step(of: code, atSeconds: 59, after: nil) == nil)
    }

    @Test func `comes from a secret that an authenticator app can read`() throws {
        #expect(password.text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(try OneTimePassword.random().text.count == 32)
        #expect(try OneTimePassword.random().secret != OneTimePassword.random().secret)
    }
}
