package import FairKitCore
import FairKitStore

/// The figures of one month in UTC.
package struct MonthFigures: Sendable {
    package let month: CalendarMonth
    package let registered: Figure
    package let results: FigureGroup<AbnormalFlag>

    /// Most months in one request.
    package static let most = 24
}

extension Results {
    /// Counts people by month: those who registered kits, and those who got results, by flag. Small figures are
    /// suppressed, and so are figures that would reveal them.
    ///
    /// A month is counted once, when its figures are first asked for after it has ended, and no figure spans months. Two
    /// overlapping queries differ in whole months, so their difference reveals only the figures of a month; and who
    /// takes one person out, by a consent or an erasure, reads the same as before. See decision 0025.
    ///
    /// - Parameters:
    ///   - first: nil: one year before the last month.
    ///   - last: nil: the last month that has ended.
    package func figures(
        from first: CalendarMonth?, through last: CalendarMonth?, by caller: Caller
    ) async throws(Refusal<Never>) -> [MonthFigures] {
        let over = CalendarMonth(of: tenant.now().date()).adding(-1)
        let last = last ?? over
        let first = first ?? last.adding(-11)
        guard last <= over else { throw .invalid(Invalid("/to", "a month that has ended")) }
        guard first <= last, last.index - first.index < MonthFigures.most else {
            throw .invalid(Invalid("/from", "at most \(MonthFigures.most) months, the first not after the last"))
        }
        let indices = Array(first.index...last.index)
        // Months are counted in a snapshot, so that no writer waits for it.
        let counted = try await tenant.read(.readFigures, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[Int: [String: Int]], Never> in
            var counted: [Int: [String: Int]] = [:]
            for index in indices where try tx.keptFigures(of: index) == nil {
                counted[index] = try Results.figures(of: CalendarMonth(index: index), in: tx)
            }
            grant.log(.figuresRead, nil, about: nil)
            return .success(counted)
        }
        return try await tenant.write(.readFigures, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[MonthFigures], Never> in
            var months: [MonthFigures] = []
            for index in indices {
                let kept = try tx.keptFigures(of: index)
                let people = kept ?? counted[index] ?? [:]
                if kept == nil { try tx.keepFigures(people, of: index) }
                months.append(MonthFigures(CalendarMonth(index: index), people))
            }
            return .success(months)
        }
    }
}

/// The class of the people who registered kits; the others are flags.
private let registeredClass = "registered"

extension Results {
    fileprivate static func figures(of month: CalendarMonth, in tx: borrowing ReadTransaction) throws(DatabaseError)
        -> [String: Int]
    {
        let (from, to) = (month.start, month.adding(1).start)
        var people = [registeredClass: try tx.peopleRegistering(from: from, to: to)]
        for (flag, count) in try tx.peopleWithResults(from: from, to: to) { people[flag.rawValue] = count }
        return people
    }
}

extension MonthFigures {
    fileprivate init(_ month: CalendarMonth, _ people: [String: Int]) {
        let registered = people[registeredClass] ?? 0
        let flags = people.compactMap { name, count in AbnormalFlag(rawValue: name).map { ($0, count) } }
        self.init(
            month: month, registered: registered < Figure.least ? .suppressed : .people(registered),
            results: FigureGroup(Dictionary(uniqueKeysWithValues: flags), order: AbnormalFlag.allCases))
    }
}
