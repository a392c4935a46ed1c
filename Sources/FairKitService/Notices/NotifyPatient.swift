import FairKitCore
import FairKitStore

extension Notices {
    /// Notifies a patient of something once, in the transaction of what it reports: over their accounts, or else by the
    /// contact of their profile.
    ///
    /// A patient who can't be reached is told nothing, and nothing is recorded: one with neither an account nor an address
    /// that works.
    ///
    /// - Parameters:
    ///   - subject: the kit, the result or the other thing that it is about.
    ///   - number: tells apart what may be told again about the same subject, such as the versions of a result.
    /// - Returns: whether the patient was told.
    @discardableResult
    static func notify<Entity>(
        _ patient: ProfileID, _ kind: NoticeKind, about subject: ID<Entity>, number: Int = 0, _ facts: NoticeFacts,
        at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        let readers = try Escalation.readers(for: patient, in: tx).map { (reader) throws(DatabaseError) in
            (reader, ways: try ways(to: reader, for: kind, in: tx))
        }.filter { reader, ways in !ways.isEmpty || reader.accountID != nil }
        guard !readers.isEmpty, try tx.recordNotified(patient, kind, about: subject, number: number, at: now) else {
            return false
        }
        for (reader, ways) in readers {
            try notify(Notice(to: reader, kind, about: patient, facts, at: now), over: ways, in: tx)
        }
        return true
    }
}

extension NoticeFacts {
    /// Sets the date and the time at which something happened, on the clock of its reader.
    mutating func happened(at time: Timestamp, in zone: Zone) {
        let local = zone.local(time)
        date = local.date
        self.time = local
    }
}
