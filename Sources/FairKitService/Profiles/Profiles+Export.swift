package import FairKitCore
import FairKitStore
package import KeyRing
import TextEncodings

/// The record is too large for one snapshot.
package struct RecordTooLarge: Error {}

/// A person's whole record, as the patient sees it.
@dynamicMemberLookup package struct RecordView: Sendable {
    private let record: PersonRecord
    /// When it was read.
    package let at: Timestamp
    /// Each kit with its history, and the grey copy of its photo if there is one.
    package let kits: [(kit: KitView, photo: [UInt8]?)]
    /// The results with their versions, newest test first.
    package let results: [ResultView]
    /// The alerts with their events.
    package let alerts: [(alert: Alert, events: [AlertEvent])]
    package let accesses: [AccessView]
    /// The record as a document for its patient.
    var document: PrintedDocument?
    /// The person's photo.
    package fileprivate(set) var photo: [UInt8]?
    package fileprivate(set) var nextTestDue: CalendarDate?
    package fileprivate(set) var membership: ProgrammeMembership?
    /// The consent notice that the person was shown when they were last asked for consents.
    package fileprivate(set) var notice: ConsentNotice?
    /// What they were shown with each consent, the earliest first.
    package fileprivate(set) var shownNotices: [ConsentNotice] = []
    /// How messages reach each of the person's accounts.
    package fileprivate(set) var reached: [ReachedAccount] = []

    /// - Parameters:
    ///   - kits: the record's, as the reader sees them.
    ///   - names: of those who had access.
    init(_ record: PersonRecord, kits views: [KitView], _ names: ActorNames, at time: Timestamp, for role: Role) {
        self.record = record
        at = time
        kits = zip(views, record.kits).map { ($0, $1.photo) }
        // A held result reaches the patient once its laboratory releases it.
        results = record.results.filter { $0.result.hold == nil }.map { ResultView($0.result, $0.versions, for: role) }
        alerts = record.alerts.filter { $0.alert.hold == nil }
        let hidden = AccessView.hidden(from: role)
        accesses = record.accesses.filter { !hidden.contains($0.action) }.map { AccessView($0, names) }
    }

    package subscript<Member>(dynamicMember path: KeyPath<PersonRecord, Member>) -> Member { record[keyPath: path] }
}

/// The contact points, devices and choices of an account.
package struct ReachedAccount: Sendable {
    package let account: AccountID
    package let contacts: [ContactPoint]
    package let devices: [Device]
    package let preferences: NoticePreferences
}

/// The SHA-256 of a file in an archive, as hexadecimal digits.
package func archiveDigest(of bytes: [UInt8]) throws(KeyError) -> String { hexadecimal(try sha256(bytes)) }

extension Profiles {
    /// A snapshot of everything about a patient. The audit log records it.
    ///
    /// Administrators can't use it, since they must not see results. A command on the server acts in the patient's
    /// role, for a patient who asked on paper; the audit log names the machine.
    package func export(_ id: ProfileID, by caller: Caller) async throws(Refusal<RecordTooLarge>) -> RecordView {
        let tenantName = tenant.name
        do {
            return try await tenant.read(.exportRecord, as: caller, on: .profile(id)) {
                (tx, grant) throws(DatabaseError) -> Outcome<RecordView, RecordTooLarge> in
                if try tx.isTooLarge(recordOf: id) { return .own(RecordTooLarge()) }
                guard let record = try tx.personRecord(of: id) else { return .failure(.notFound) }
                grant.log(.profileExported, id, about: id)
                let role = grant.subject.role
                var kits: [KitView] = []
                for part in record.kits {
                    kits.append(try KitView(part.kit, part.events, for: role).followed(in: tx, at: grant.now))
                }
                let names = try AuditLog.names(of: record.accesses.map(\.actor), in: tx)
                var view = RecordView(record, kits: kits, names, at: grant.now, for: role)
                view.document = try Profiles.document(of: view, for: tenantName, in: tx)
                view.photo = try tx.photo(of: id, .large)?.jpeg
                view.nextTestDue = try tx.nextTestDue(of: id)
                view.membership = try tx.membership(of: id).map {
                    ProgrammeMembership($0.programme, joinedAt: $0.joinedAt)
                }
                view.notice = try record.profile.details.consents.notice.flatMap { (id) throws(DatabaseError) in
                    try tx.consentNotice(id)
                }
                view.shownNotices = try tx.consentNotices(of: record.profile.details.consents).values.sorted {
                    "\($0.id)" < "\($1.id)"
                }
                for account in record.accounts {
                    view.reached.append(
                        ReachedAccount(
                            account: account.id, contacts: try tx.contactPoints(of: .account(account.id)),
                            devices: try tx.devices(of: account.id),
                            preferences: try tx.noticePreferences(of: account.id)))
                }
                return .success(view)
            }
        } catch {
            if case .store(let failure) = error, failure.isOutOfTime { throw .own(RecordTooLarge()) }
            throw error
        }
    }
}
