import FairKitCore
import Testing

@Suite struct `The limit of wrong read-backs` {
    private static let last = Timestamp(milliseconds: 1_000_000)

    private func verdict(_ failures: Int, after seconds: Int64, signedIn: Int64? = nil) -> ReadBackLimit.Verdict {
        ReadBackLimit(failures: failures, lastAt: Self.last).verdict(
            signedInAt: signedIn.map { Self.last.advanced(by: .seconds($0)) },
            at: Self.last.advanced(by: .seconds(seconds)))
    }

    @Test(arguments: [
        (3, 10), (4, 20), (5, 40), (6, 80), (7, 160), (8, 320), (9, 640), (10, 900), (11, 900), (5_000, 900),
    ])
    func `grows with each one, up to a quarter of an hour`(failures: Int, pause: Int64) {
        #expect(verdict(failures, after: 0, signedIn: 1) == .wait(.seconds(pause)))
        #expect(verdict(failures, after: pause - 1, signedIn: 1) == .wait(.seconds(1)))
        #expect(verdict(failures, after: pause, signedIn: 1) == .allowed)
    }

    @Test(arguments: 0...2) func `begins with the third`(failures: Int) {
        #expect(verdict(failures, after: 0) == .allowed)
    }

    @Test(arguments: [(9, true), (10, false), (11, false)])
    func `takes a new sign-in for each one after ten`(failures: Int, isAllowed: Bool) {
        #expect(verdict(failures, after: 900, signedIn: -1) == (isAllowed ? .allowed : .signInAgain))
        #expect(verdict(failures, after: 900) == (isAllowed ? .allowed : .signInAgain))
        #expect(verdict(failures, after: 900, signedIn: 1) == .allowed)
    }

    @Test func `waits for no time that the clock has yet to reach again`() {
        #expect(verdict(5, after: -3600) == .allowed && verdict(10, after: -3600, signedIn: -4000) == .allowed)
    }

    @Test func `a reason names the parts that differ, and no pointers`() {
        let pointers = ReadBackPart.allCases.map(\.rawValue).joined(separator: " ")
        #expect(
            ReadBackPart.named(in: pointers)
                == "level, unit, birth date, family name, kit code, laboratory's number")
        #expect(ReadBackPart.named(in: "The patient comes in") == "The patient comes in")
    }
}
