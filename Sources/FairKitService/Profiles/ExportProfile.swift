package import FairKitCore
package import FairKitStore

/// Gives a patient everything that is kept about them, as it is at one moment. That is recorded.
///
/// An administrator may not: they see no results. Whoever works on the server's machine does it for a patient who asked on paper, in
/// the patient's role, and the record says that it was the machine.
package struct ExportProfile: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such person, or it is not the caller.
        case notFound
        /// There is more than can be read at one moment.
        case tooLarge
        case store(DatabaseError)
    }

    /// - Returns: the record, and when it was read.
    package func callAsFunction(
        _ id: ProfileID, by caller: Caller
    ) async throws(Failure) -> (record: PersonRecord, at: Timestamp) {
        guard caller.subject.may(.exportRecord) else { throw .forbidden }
        let (subject, now) = (caller.subject, now())
        let record: Result<PersonRecord, Failure>
        do {
            record = try await store.read { (tx) throws(DatabaseError) in
                guard try tx.decision(for: subject, .exportRecord, about: id, at: now).ground != nil else {
                    return .failure(.notFound)
                }
                if try tx.isTooLarge(recordOf: id) { return .failure(.tooLarge) }
                guard let record = try tx.record(of: id) else { return .failure(.notFound) }
                return .success(record)
            }
        } catch { throw error.isOutOfTime ? .tooLarge : .store(error) }
        let found = try record.get()
        do {
            try await store.write { (tx) throws(DatabaseError) in
                try tx.record(caller.entry(.profileExported, id, about: id, at: now))
            }
        } catch { throw .store(error) }
        return (found, now)
    }
}
