package import FairKitCore
import FairKitStore

extension Programmes {
    /// What a person sees before they join by a code.
    package func offer(
        for person: ProfileID, code: String, by caller: Caller
    ) async throws(Refusal<JoinFailure>) -> ProgrammeOffer {
        try await tenant.read(.joinProgramme, as: caller, on: .profile(person), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeOffer, JoinFailure> in
            let programme: Programme
            switch try Programmes.open(code, to: person, at: grant.now, in: tx) {
            case .success(let found): programme = found
            case .failure(let failure): return .own(failure)
            }
            let language = try tx.profile(person)?.details.language ?? .english
            return .success(
                ProgrammeOffer(
                    name: programme.name, partner: programme.partner, startsOn: programme.startsOn,
                    endsOn: programme.endsOn, notice: try tx.settings().notice(in: language)))
        }
    }

    /// Puts a person into a programme, who thereby consents to being counted in its figures.
    ///
    /// - Parameter notice: the text about consents that they were shown; nil: none.
    package func join(
        _ person: ProfileID, code: String, notice: ConsentNoticeID?, by caller: Caller
    ) async throws(Refusal<JoinFailure>) -> ProgrammeMembership {
        try await tenant.write(.joinProgramme, as: caller, on: .profile(person)) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeMembership, JoinFailure> in
            guard let profile = try tx.profile(person) else { return .failure(.notFound) }
            let programme: Programme
            switch try Programmes.open(code, to: person, at: grant.now, in: tx) {
            case .success(let found): programme = found
            case .failure(let failure): return .own(failure)
            }
            var details = profile.details
            details.consents.partners = true
            details.consents.notice = notice ?? details.consents.notice
            if let fault = try Profiles.fault(of: details.consents, in: tx) { return .failure(.invalid(fault)) }
            try Programmes.update(profile, to: details, &grant, in: tx)
            try tx.join(programme.id, person, at: grant.now)
            grant.log(.programmeJoined, programme.id, about: person)
            return .success(ProgrammeMembership(programme, joinedAt: grant.now))
        }
    }

    /// Takes a person out of their programme, and ends their consent to being counted: in no later figure they count.
    package func leave(_ person: ProfileID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.joinProgramme, as: caller, on: .profile(person)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard let profile = try tx.profile(person), try tx.membership(of: person) != nil else {
                return .failure(.notFound)
            }
            var details = profile.details
            details.consents.partners = false
            try Programmes.update(profile, to: details, &grant, in: tx)
            return .success(())
        }
    }

    /// The programme that a person is in; nil: none.
    package func membership(
        of person: ProfileID, by caller: Caller
    ) async throws(Refusal<Never>) -> ProgrammeMembership? {
        try await tenant.read(.joinProgramme, as: caller, on: .profile(person), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProgrammeMembership?, Never> in
            grant.log(.profileRead, person, about: person)
            return .success(
                try tx.membership(of: person).map { ProgrammeMembership($0.programme, joinedAt: $0.joinedAt) })
        }
    }

    /// Stores changed consents.
    private static func update(
        _ profile: Profile, to details: ProfileDetails, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        var details = details
        details.consents = details.consents.dated(after: profile.details.consents, at: grant.now)
        guard details != profile.details else { return }
        _ = try Profiles.update(profile, to: details, &grant, in: tx)
    }

    /// The programme of a code, if the person can join it.
    private static func open<Access>(
        _ typed: String, to person: ProfileID, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Result<Programme, JoinFailure> {
        let code = Programme.joinCode(typed: typed)
        guard let programme = try code.flatMap({ (code) throws(DatabaseError) in try tx.programme(joinCode: code) })
        else { return .failure(.unknownCode) }
        guard programme.isOpen(on: now.date()) else { return .failure(.closed) }
        return try tx.membership(of: person) == nil ? .success(programme) : .failure(.inAnother)
    }
}
