package import FairKitCore
import FairKitStore

/// When a person's next test is due.
package struct NextTestView: Sendable {
    package let test: NextTest
    package let dueOn: CalendarDate
}

extension Profiles {
    /// When a person's next test is due, if a reminder is set.
    package func nextTest(of id: ProfileID, by caller: Caller) async throws(Refusal<Never>) -> NextTestView {
        try await tenant.read(.readNextTest, as: caller, on: .profile(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<NextTestView, Never> in
            guard let view = try Profiles.nextTestView(of: id, in: tx) else { return .failure(.notFound) }
            grant.log(.nextTestRead, id, about: id)
            return .success(view)
        }
    }

    /// Sets when a person is reminded of the next test. The person does it, or a clinician in care.
    ///
    /// - Parameter plan: nil: it could not be parsed, as `faults` say.
    package func setNextTest(
        of id: ProfileID, to plan: NextTest.Plan?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> NextTestView {
        try await tenant.write(.setNextTest, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<NextTestView, Never> in
            var faults = faults
            switch plan {
            case .every(let months): faults.require(NextTest.intervals.contains(months), "/intervalMonths", "1 to 120")
            case .on(let day):
                // A day that has begun somewhere may be set.
                let days = grant.now.dayEverywhere...grant.now.latestDay.adding(months: NextTest.intervals.upperBound)
                faults.require(days.contains(day), "/date", "today or later, and within ten years")
            case nil: break
            }
            guard faults.isEmpty, let plan else { return .failure(.invalid(Invalid(faults.fields))) }
            let test = NextTest(
                plan, setAt: grant.now, setBy: grant.subject.id,
                isByClinician: grant.subject.role.name == .clinician)
            try tx.setNextTest(test, of: id)
            grant.log(.nextTestSet, id, about: id)
            return try Profiles.nextTestView(of: id, in: tx).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Removes the reminder of the next test.
    package func removeNextTest(of id: ProfileID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.setNextTest, as: caller, on: .profile(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            if try tx.removeNextTest(of: id) { grant.log(.nextTestRemoved, id, about: id) }
            return .success(())
        }
    }

    fileprivate static func nextTestView<Access>(of id: ProfileID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> NextTestView?
    {
        guard let test = try tx.nextTest(of: id) else { return nil }
        return NextTestView(test: test, dueOn: test.dueOn(after: try tx.lastTest(of: id)))
    }
}
