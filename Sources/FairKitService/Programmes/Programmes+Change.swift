package import FairKitCore
import FairKitStore

/// A programme that is to be created.
package struct ProgrammeDraft: Sendable {
    package var name: String
    package var partner: String
    package var startsOn: CalendarDate
    package var endsOn: CalendarDate?
    package var economics: Programme.Economics?

    package init(
        name: String, partner: String, startsOn: CalendarDate, endsOn: CalendarDate? = nil,
        economics: Programme.Economics? = nil
    ) {
        self.name = name
        self.partner = partner
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.economics = economics
    }
}

extension Programmes {
    /// Creates a programme without targets and coordinators.
    package func create(
        _ draft: ProgrammeDraft, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await tenant.write(.manageProgrammes, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeView, ProgrammeFailure> in
            var random = SystemRandomNumberGenerator()
            let programme = Programme(
                id: .new(at: grant.now), name: draft.name, partner: draft.partner, startsOn: draft.startsOn,
                endsOn: draft.endsOn, joinCode: Programme.newJoinCode(using: &random), economics: draft.economics,
                version: 1, createdAt: grant.now)
            var faults = faults
            programme.check(&faults)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            guard try tx.programmes().count < Programme.most else { return .own(.tooMany) }
            try tx.insertProgramme(programme)
            grant.log(.programmeCreated, programme.id, about: nil)
            return .success(try Programmes.view(of: programme, for: grant.subject, at: grant.now, in: tx))
        }
    }

    /// - Parameters:
    ///   - expectedVersions: nil: any version.
    ///   - change: changes the present programme. It may run twice.
    package func change(
        _ id: ProgrammeID, expectedVersions: Set<Int>?, found faults: Faults = Faults(), by caller: Caller,
        _ change: @escaping @Sendable (inout Programme) -> Void
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await edit(id, expectedVersions, caller) {
            (programme, tx) throws(DatabaseError) -> Outcome<Programme, ProgrammeFailure> in
            var changed = programme
            change(&changed)
            var faults = faults
            changed.check(&faults)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            return .success(changed)
        }
    }

    /// Replaces all targets: how many people should complete a test in each quarter.
    package func setTargets(
        of id: ProgrammeID, to targets: [CalendarQuarter: Int], expectedVersions: Set<Int>?,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await edit(id, expectedVersions, caller) {
            (programme, tx) throws(DatabaseError) -> Outcome<Programme, ProgrammeFailure> in
            var faults = faults
            faults.require(
                targets.count <= Programme.mostTargets, "/targets", "at most \(Programme.mostTargets) quarters")
            for (quarter, people) in targets.sorted(by: { $0.key < $1.key }) {
                faults.require(
                    (1...Programme.largestTarget).contains(people), "/targets/\(quarter)",
                    "1 to \(Programme.largestTarget)")
            }
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            try tx.setTargets(targets, of: id)
            return .success(programme)
        }
    }

    /// Replaces the accounts that read the figures of the programme.
    package func setCoordinators(
        of id: ProgrammeID, to accounts: [AccountID], expectedVersions: Set<Int>?, found faults: Faults = Faults(),
        by caller: Caller
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await edit(id, expectedVersions, caller) {
            (programme, tx) throws(DatabaseError) -> Outcome<Programme, ProgrammeFailure> in
            var faults = faults
            faults.require(
                accounts.count <= Programme.mostCoordinators && Set(accounts).count == accounts.count, "/coordinators",
                "at most \(Programme.mostCoordinators) accounts, each once")
            let known = Set(try tx.coordinators(of: nil).map(\.account))
            for (index, account) in accounts.enumerated() {
                faults.require(
                    known.contains(account), "/coordinators/\(index)", "an active account of a coordinator")
            }
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            try tx.setCoordinators(accounts, of: id)
            return .success(programme)
        }
    }

    /// Gives a programme another join code. The earlier one lets no one join from then on; who has joined stays.
    package func replaceJoinCode(
        of id: ProgrammeID, expectedVersions: Set<Int>?, by caller: Caller
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await change(id, expectedVersions: expectedVersions, by: caller) { programme in
            var random = SystemRandomNumberGenerator()
            programme.joinCode = Programme.newJoinCode(using: &random)
        }
    }

    /// The accounts that can be coordinators of a programme.
    package func possibleCoordinators(by caller: Caller) async throws(Refusal<Never>) -> [ProgrammeCoordinator] {
        try await tenant.read(.manageProgrammes, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[ProgrammeCoordinator], Never> in
            .success(try tx.coordinators(of: nil))
        }
    }

    private func edit(
        _ id: ProgrammeID, _ expectedVersions: Set<Int>?, _ caller: Caller,
        _ body:
            @escaping @Sendable (Programme, borrowing WriteTransaction) throws(DatabaseError) ->
            Outcome<Programme, ProgrammeFailure>
    ) async throws(Refusal<ProgrammeFailure>) -> ProgrammeView {
        try await tenant.write(.manageProgrammes, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeView, ProgrammeFailure> in
            guard let programme = try tx.programme(id) else { return .failure(.notFound) }
            if let expectedVersions, !expectedVersions.contains(programme.version) {
                return .own(.changed(programme.version))
            }
            let changed: Programme
            switch try body(programme, tx) {
            case .success(let programme): changed = programme
            case .failure(let refusal): return .failure(refusal)
            }
            try tx.updateProgramme(changed)
            grant.log(.programmeChanged, id, about: nil)
            guard let now = try tx.programme(id) else { return .failure(.notFound) }
            return .success(try Programmes.view(of: now, for: grant.subject, at: grant.now, in: tx))
        }
    }
}
