package import FairKitCore
import FairKitStore
package import KeyRing
import TextEncodings

/// There is more than can be read at one moment.
package struct RecordTooLarge: Error {}

/// A person's whole record as its patient sees it.
@dynamicMemberLookup package struct RecordView: Sendable {
    private let record: PersonRecord
    /// When it was read.
    package let at: Timestamp
    /// Each kit with its history, and the grey copy of its photo, if one is kept.
    package let kits: [(kit: KitView, photo: [UInt8]?)]
    /// The newest test first, each with its versions.
    package let results: [ResultView]
    /// Each with what happened to it.
    package let alerts: [(alert: Alert, events: [AlertEvent])]
    package let accesses: [AccessView]

    /// - Parameters:
    ///   - kits: the record's, as the reader sees them.
    ///   - names: of those who had access.
    init(_ record: PersonRecord, kits views: [KitView], _ names: ActorNames, at time: Timestamp, for role: Role) {
        self.record = record
        at = time
        kits = zip(views, record.kits).map { ($0, $1.photo) }
        // A held result reaches the patient when its laboratory has released it.
        results = record.results.filter { $0.result.hold == nil }.map { ResultView($0.result, $0.versions, for: role) }
        alerts = record.alerts.filter { $0.alert.hold == nil }
        let hidden = AccessView.hidden(from: role)
        accesses = record.accesses.filter { !hidden.contains($0.action) }.map { AccessView($0, names) }
    }

    package subscript<Member>(dynamicMember path: KeyPath<PersonRecord, Member>) -> Member { record[keyPath: path] }
}

/// The SHA-256 of a file of an archive, in hexadecimal digits.
package func archiveDigest(of bytes: [UInt8]) throws(KeyError) -> String { hexadecimal(try sha256(bytes)) }

extension Profiles {
    /// Everything that is kept about a patient, as it is at one moment. That is recorded.
    ///
    /// An administrator may not: they see no results. Whoever works on the server's machine does it for a patient who asked on paper, in
    /// the patient's role, and the record says that it was the machine.
    package func export(_ id: ProfileID, by caller: Caller) async throws(Refusal<RecordTooLarge>) -> RecordView {
        do {
            return try await tenant.read(.exportRecord, as: caller, on: .profile(id)) {
                (tx, grant) throws(DatabaseError) -> Outcome<RecordView, RecordTooLarge> in
                if try tx.isTooLarge(recordOf: id) { return .own(RecordTooLarge()) }
                guard let record = try tx.record(of: id) else { return .failure(.notFound) }
                grant.note(.profileExported, id, about: id)
                let role = grant.subject.role
                var kits: [KitView] = []
                for part in record.kits {
                    kits.append(try KitView(part.kit, part.events, for: role).followed(in: tx, at: grant.now))
                }
                let names = try tx.names(of: record.accesses.map(\.actor))
                return .success(RecordView(record, kits: kits, names, at: grant.now, for: role))
            }
        } catch {
            if case .store(let failure) = error, failure.isOutOfTime { throw .own(RecordTooLarge()) }
            throw error
        }
    }
}
