package import FairKitCore
import FairKitStore

extension Programmes {
    /// The most days of a period.
    private static let mostDays = 3660

    /// Figures over a period: how many people, never who. They are sums of blocks of ten people or more, which were counted
    /// once; so no question, and no comparison of two, leads to fewer. See decision 0169.
    ///
    /// - Parameter id: nil: those of the whole clinic, for administrators.
    package func figures(
        of id: ProgrammeID?, in period: FigurePeriod, by caller: Caller
    ) async throws(Refusal<Never>) -> ProgrammeFigures {
        try await tenant.permit(.readFigures, to: caller, for: Never.self)
        let today = tenant.now().date()
        let days = period.days(at: today)
        guard days.lowerBound <= today, days.upperBound <= days.lowerBound.adding(days: Programmes.mostDays) else {
            throw .invalid(Invalid("/period", "at most ten years, of which the first day is not after today"))
        }
        do { _ = try await count() } catch { throw .store(error) }
        return try await tenant.read(.readFigures, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeFigures, Never> in
            var programme: Programme?
            if let id {
                programme = try Programmes.programme(id, for: grant.subject, in: tx)
                guard programme != nil else { return .failure(.notFound) }
            } else if grant.subject.role != .administrator {
                return .failure(.forbidden)
            }
            grant.log(.figuresRead, id, about: nil)
            return .success(try Programmes.figures(of: programme, in: period, on: grant.now.date(), in: tx))
        }
    }

    private static func figures<Access>(
        of programme: Programme?, in period: FigurePeriod, on today: CalendarDate, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> ProgrammeFigures {
        let days = period.days(at: today)
        let counted = try tx.figures(of: programme?.id, from: days.lowerBound, through: days.upperBound)
        let people = Programmes.people(counted)
        var flags: [AbnormalFlag: Figure] = [:]
        for flag in AbnormalFlag.allCases { flags[flag] = Figure(counted[FigureLedger.Series(.completed, flag)]) }
        // A year's costs are those of its quarters that have begun, while the programme runs.
        let quarters = period.quarters(at: today)
        let paid = quarters.filter { quarter in
            quarter.firstDay <= today && quarter.lastDay >= (programme?.startsOn ?? quarter.lastDay)
                && quarter.firstDay <= (programme?.endsOn ?? quarter.firstDay)
        }
        var parts: [ProgrammeFigures.Part] = []
        for part in period.parts(at: today) where part.lowerBound < today {
            let counted = try tx.figures(of: programme?.id, from: part.lowerBound, through: part.upperBound)
            parts.append(
                ProgrammeFigures.Part(
                    from: part.lowerBound, through: part.upperBound, people: Programmes.people(counted)))
        }
        let targets = try programme.map { (programme) throws(DatabaseError) in try tx.targets(of: programme.id) } ?? [:]
        let wanted = quarters.compactMap { targets[$0] }
        return ProgrammeFigures(
            programme: programme, period: period, today: today, countedThrough: try tx.countedThrough(), people: people,
            completedByFlag: flags,
            target: quarters.isEmpty || wanted.count < quarters.count ? nil : wanted.reduce(0, +),
            investment: ReturnOnInvestment(
                programme?.economics, completed: people[.completed] ?? .suppressed, quarters: paid.count),
            parts: parts)
    }

    static func people(_ counted: [FigureLedger.Series: Int]) -> [FigureMeasure: Figure] {
        Dictionary(
            uniqueKeysWithValues: FigureMeasure.allCases.map { ($0, Figure(counted[FigureLedger.Series($0)])) })
    }
}

extension Figure {
    /// The sum of blocks; nil: there is none.
    init(_ people: Int?) { self = people.map { .people($0) } ?? .suppressed }
}
