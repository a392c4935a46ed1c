package import FairKitCore
package import FairKitStore

/// Counts people by month: who registered kits, and who got results, by flag. Small figures are left out, and what would tell them.
///
/// A month is counted once it is over, and no figure spans months: two questions about periods that overlap differ in whole months,
/// so what one tells beyond the other is again a figure of a month.
package struct ReadFigures: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        case store(DatabaseError)
    }

    /// The figures of a month in UTC.
    package struct Month: Sendable {
        package let month: CalendarMonth
        package let registered: Figure
        package let results: FigureGroup<AbnormalFlag>
    }

    /// So many months at once.
    package static let most = 24

    /// - Parameters:
    ///   - first: nil: a year before the last one.
    ///   - last: nil: the last that is over.
    package func callAsFunction(
        from first: CalendarMonth?, through last: CalendarMonth?, by caller: Caller
    ) async throws(Failure) -> [Month] {
        guard caller.subject.may(.readFigures) else { throw .forbidden }
        let now = now()
        let over = CalendarMonth(of: now.date()).adding(-1)
        let last = last ?? over
        let first = first ?? last.adding(-11)
        guard last <= over else { throw .invalid(Invalid("/to", "a month that is over")) }
        guard first <= last, last.index - first.index < ReadFigures.most else {
            throw .invalid(Invalid("/from", "at most \(ReadFigures.most) months, the first not after the last"))
        }
        let entry = caller.entry(.figuresRead, nil, about: nil, at: now)
        do {
            let months = try await store.read { (tx) throws(DatabaseError) in
                var months: [Month] = []
                for index in first.index...last.index {
                    months.append(try tx.figures(of: CalendarMonth(index: index)))
                }
                return months
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return months
        } catch { throw .store(error) }
    }
}

extension ReadTransaction {
    fileprivate func figures(of month: CalendarMonth) throws(DatabaseError) -> ReadFigures.Month {
        let (from, to) = (month.start, month.adding(1).start)
        let registered = try peopleRegistering(from: from, to: to)
        let flags = try peopleWithResults(from: from, to: to)
        return ReadFigures.Month(
            month: month, registered: registered < Figure.least ? .suppressed : .people(registered),
            results: FigureGroup(flags, order: AbnormalFlag.allCases))
    }
}
