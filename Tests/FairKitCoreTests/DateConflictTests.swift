import FairKitCore
import Testing

@Suite struct `A test date` {
    private static let today = Example.today

    private static func conflict(of offset: Int, born: Int? = nil, issued: Int? = nil) -> DateConflict? {
        DateConflict(
            of: today.adding(days: offset), today: today, birthDate: born.map { today.adding(days: $0) },
            issued: issued.map { today.adding(days: $0) })
    }

    @Test func `may be at most a day ahead of UTC`() {
        #expect(Self.conflict(of: 1) == nil)
        #expect(Self.conflict(of: 2) == .inFuture)
    }

    @Test func `must not be before the birth`() {
        #expect(Self.conflict(of: -9, born: -9) == nil)
        #expect(Self.conflict(of: -10, born: -9) == .beforeBirth)
    }

    @Test func `must not be before the kit was issued, by the laboratory's date`() {
        #expect(Self.conflict(of: -10, issued: -9) == nil)
        #expect(Self.conflict(of: -11, issued: -9) == .beforeIssue)
    }

    @Test func `has at most one conflict`() {
        #expect(Self.conflict(of: -99, born: -9, issued: -9) == .beforeBirth)
    }

    @Test func `has a sentence and a hold of its own for each conflict`() {
        let all = DateConflict.allCases
        #expect(Set(all.map(\.sentence)).count == all.count)
        #expect(Set(all.map(\.hold)).count == all.count)
        #expect(Set(all.map(\.hold.sentence)).count == all.count)
    }
}
