package import FairKitCore
import FairKitStore

/// The programmes of partners: who may join, and figures about those who did. See decision 0169.
package struct Programmes: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var programmes: Programmes { Programmes(tenant: self) }
}

/// A programme as its coordinators and administrators see it.
package struct ProgrammeView: Sendable {
    package let programme: Programme
    /// How many people should complete a test, by quarter.
    package let targets: [CalendarQuarter: Int]
    /// The accounts that read its figures, by address; empty for coordinators.
    package let coordinators: [ProgrammeCoordinator]
    /// The quarter of today, and how many people were counted in it so far who completed a test.
    package let quarter: CalendarQuarter
    package let completed: Figure
    package var target: Int? { targets[quarter] }
}

/// What a person sees before joining.
package struct ProgrammeOffer: Sendable {
    package let name: String
    package let partner: String
    package let startsOn: CalendarDate
    package let endsOn: CalendarDate?
    /// The text about consents that the tenant shows now; nil: none.
    package let notice: ConsentNotice?
}

/// The programme that a person is in.
package struct ProgrammeMembership: Sendable {
    package let name: String
    package let partner: String
    package let joinedAt: Timestamp

    init(_ programme: Programme, joinedAt time: Timestamp) {
        (name, partner, joinedAt) = (programme.name, programme.partner, time)
    }
}

/// Why a programme was not created or changed.
package enum ProgrammeFailure: Error {
    /// The tenant has the most programmes that it can have.
    case tooMany
    /// Another request has changed the programme in the meantime; with its version.
    case changed(Int)
}

/// Why a person did not join.
package enum JoinFailure: Error {
    /// No programme has this code.
    case unknownCode
    /// The programme has ended, or not begun.
    case closed
    /// The person is in another programme; it has to be left first.
    case inAnother
}

/// Figures over a period.
package struct ProgrammeFigures: Sendable {
    /// nil: those of the whole clinic.
    package let programme: Programme?
    package let period: FigurePeriod
    package let today: CalendarDate
    /// Through which day people were counted; nil: none yet.
    package let countedThrough: CalendarDate?
    /// Each measure of which people are counted.
    package let people: [FigureMeasure: Figure]
    /// Those who completed a test, by the flag of the result. They need not add up to all who did.
    package let completedByFlag: [AbnormalFlag: Figure]
    /// Of the quarters of the period; nil: one of them has none, or the period is no sum of quarters.
    package let target: Int?
    package let investment: ReturnOnInvestment
    package let parts: [Part]

    package var from: CalendarDate { period.days(at: today).lowerBound }
    package var through: CalendarDate { period.days(at: today).upperBound }

    /// A part of the period, for a chart.
    package struct Part: Sendable {
        package let from: CalendarDate
        package let through: CalendarDate
        package let people: [FigureMeasure: Figure]
    }
}

extension Programmes {
    /// A coordinator's own programmes; for an administrator all.
    package func list(by caller: Caller) async throws(Refusal<Never>) -> [ProgrammeView] {
        try await tenant.read(.readFigures, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[ProgrammeView], Never> in
            let programmes = try Programmes.programmes(for: grant.subject, in: tx)
            var views: [ProgrammeView] = []
            for programme in programmes {
                views.append(try Programmes.view(of: programme, for: grant.subject, at: grant.now, in: tx))
            }
            grant.log(.programmeRead, nil, about: nil)
            return .success(views)
        }
    }

    package func show(_ id: ProgrammeID, by caller: Caller) async throws(Refusal<Never>) -> ProgrammeView {
        try await tenant.read(.readFigures, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeView, Never> in
            guard let programme = try Programmes.programme(id, for: grant.subject, in: tx) else {
                return .failure(.notFound)
            }
            grant.log(.programmeRead, id, about: nil)
            return .success(try Programmes.view(of: programme, for: grant.subject, at: grant.now, in: tx))
        }
    }

    /// A programme, if the caller may see it.
    static func programme<Access>(
        _ id: ProgrammeID, for subject: Subject, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Programme? {
        try programmes(for: subject, in: tx).first { $0.id == id }
    }

    private static func programmes<Access>(
        for subject: Subject, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [Programme] {
        if subject.role == .administrator { return try tx.programmes() }
        guard let account = subject.account else { return [] }
        return try tx.programmes(of: account)
    }

    static func view<Access>(
        of programme: Programme, for subject: Subject, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> ProgrammeView {
        let quarter = CalendarQuarter(of: now.date())
        let counted = try tx.figures(of: programme.id, from: quarter.firstDay, through: quarter.lastDay)
        return ProgrammeView(
            programme: programme, targets: try tx.targets(of: programme.id),
            coordinators: subject.role == .administrator ? try tx.coordinators(of: programme.id) : [],
            quarter: quarter, completed: Programmes.people(counted)[.completed] ?? .suppressed)
    }
}
