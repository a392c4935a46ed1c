import FairKitCommands
import Testing

@Suite struct `When a key expires` {
    @Test func `is a day, at whose end in UTC it does`() throws {
        let life = try KeyLife("2027-01-31")
        #expect(life.end == "2027-01-31T23:59:59.999Z")
        #expect(life.secondsFromNow == nil)
    }

    @Test(arguments: [("90d", 7_776_000), ("12h", 43_200), ("30m", 1800), ("1s", 1)])
    func `is a time from now on`(text: String, seconds: Int) throws {
        let life = try KeyLife(text)
        #expect(life.end == nil)
        #expect(life.secondsFromNow == seconds)
    }

    @Test func `is never, if that is said`() throws {
        let life = try KeyLife("never")
        #expect(life.end == nil && life.secondsFromNow == nil && life.never == true)
    }

    @Test func `is left to the role, if nothing is said`() throws {
        let life = try KeyLife(nil)
        #expect(life.end == nil && life.secondsFromNow == nil && life.never == nil)
    }

    @Test(arguments: [
        "", "0d", "-1d", "d", "90", "2027-02-29", "2027-1-31", "31.01.2027", "next year", "99999999999999999999d",
    ])
    func `is nothing else`(text: String) {
        #expect(throws: (any Error).self) { try KeyLife(text) }
    }
}
