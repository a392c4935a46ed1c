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
    /// A month is counted once it has ended, and no figure spans months. Two overlapping queries differ in whole
    /// months, so their difference reveals only the figures of a month.
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
        return try await tenant.read(.readFigures, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[MonthFigures], Never> in
            let months = try (first.index...last.index).map { index throws(DatabaseError) in
                try tx.figures(of: CalendarMonth(index: index))
            }
            grant.note(.figuresRead, nil, about: nil)
            return .success(months)
        }
    }
}

extension ReadTransaction {
    fileprivate func figures(of month: CalendarMonth) throws(DatabaseError) -> MonthFigures {
        let (from, to) = (month.start, month.adding(1).start)
        let registered = try peopleRegistering(from: from, to: to)
        let flags = try peopleWithResults(from: from, to: to)
        return MonthFigures(
            month: month, registered: registered < Figure.least ? .suppressed : .people(registered),
            results: FigureGroup(flags, order: AbnormalFlag.allCases))
    }
}
