import FairKitCore
import Testing

@Suite struct `The levels of a chart` {
    private func result(
        _ level: Int64, _ unit: AATUnit = .milligramsPerDecilitre, days: Int, hold: ResultHold? = nil,
        status: ResultStatus = .final
    ) throws -> TestResult {
        let high: Int64 = unit == .gramsPerLitre ? 2000 : 200_000
        return TestResult(
            id: .new(at: Example.now), laboratoryID: .new(at: Example.now), reference: "N",
            kitCode: try KitCode(scanned: "FU-KIT-2025110701-X"),
            kitID: nil, profileID: nil,
            current: Example.version(
                level: level, status: status, high: high, unit: unit, day: Example.today.adding(days: days)),
            alertID: nil, hold: hold)
    }

    @Test func `are all there, in the unit of the newest one`() throws {
        let drawn = try #require(
            DrawnLevels(
                of: [
                    try result(1020, .gramsPerLitre, days: 0), try result(59_000, days: -20),
                    try result(20_000, .micromolesPerLitre, days: -9),
                ], by: .kilodaltons52))
        #expect(drawn.unit == .gramsPerLitre)
        #expect(drawn.points.map(\.level.value.count) == [590, 1040, 1020])
        #expect(drawn.points.map(\.isConverted) == [true, true, false])
        #expect(drawn.points.first?.high.count == 2000, "its range is converted with it")
    }

    @Test func `tell apart what is not verified, and leave out what was withdrawn`() throws {
        let drawn = try #require(
            DrawnLevels(
                of: [
                    try result(90_000, days: -3), try result(150_000, days: -2, status: .enteredInError),
                    try result(1500, .gramsPerLitre, days: -1, hold: .unitSuspect),
                ], by: .kilodaltons52))
        #expect(drawn.unit == .milligramsPerDecilitre, "a held level may have the wrong unit")
        #expect(drawn.points.map(\.needsVerification) == [false, true])
        let withdrawn = try result(90_000, days: 0, status: .cancelled)
        #expect(DrawnLevels(of: [withdrawn], by: .kilodaltons52) == nil)
    }
}
