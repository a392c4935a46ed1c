package import FairKitCore
import FairKitStore

extension Profiles {
    /// A person's profile, if the caller may see it.
    package func show(_ id: ProfileID, by caller: Caller) async throws(Refusal<Never>) -> ProfileView {
        try await tenant.read(.readProfile, as: caller, on: .profile(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ProfileView, Never> in
            guard let profile = try tx.profile(id) else { return .failure(.notFound) }
            grant.log(.profileRead, id, about: id)
            let isNameOnly = grant.ground == .share
            let seesTest = !isNameOnly && grant.ground != .breakGlass && grant.subject.may(.readNextTest)
            var view = ProfileView(
                profile: profile, isNameOnly: isNameOnly, nextTestDue: seesTest ? try tx.nextTestDue(of: id) : nil)
            view.ground = grant.ground
            view.emergencyEnd = try Profiles.emergencyEnd(of: id, for: grant, in: tx)
            return .success(view)
        }
    }

    /// Until when the caller sees a record because they opened it in an emergency; nil: they did not.
    static func emergencyEnd<Access>(
        of id: ProfileID, for grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Timestamp? {
        try grant.subject.clinician.flatMap { (account) throws(DatabaseError) in
            try tx.openBreakGlass(of: account, to: id, at: grant.now)?.until
        }
    }
}
