import FairKitCore
import FairKitStore

/// The receivers that targets mean, and the ways to reach them, for many alerts at one time. Teams, the operator and
/// the ways to a receiver are looked up once.
struct FoundReceivers {
    private struct Telling: Hashable {
        let receiver: Notice.Receiver
        let kind: NoticeKind
    }

    private var shared: [EscalationTarget: [Notice.Receiver]] = [:]
    /// Those of the last alert.
    private var own: (alert: AlertID?, receivers: [EscalationTarget: [Notice.Receiver]]) = (nil, [:])
    private var ways: [Telling: [NoticeWay]] = [:]

    mutating func ways(
        to receiver: Notice.Receiver, for kind: NoticeKind, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [NoticeWay] {
        let telling = Telling(receiver: receiver, kind: kind)
        if let known = ways[telling] { return known }
        let found = try Notices.ways(to: receiver, for: kind, in: tx)
        ways[telling] = found
        return found
    }

    mutating func receivers<Access>(
        of target: EscalationTarget, about alert: Alert, at now: Timestamp, zones: TimeZones,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [Notice.Receiver] {
        if own.alert != alert.id { own = (alert.id, [:]) }
        if let receivers = shared[target] ?? own.receivers[target] { return receivers }
        let receivers = try Escalation.receivers(of: target, about: alert, at: now, zones: zones, in: tx)
        switch target {
        case .patient, .care: own.receivers[target] = receivers
        case .team, .operatorContact: shared[target] = receivers
        }
        return receivers
    }
}

extension Escalation {
    /// The receivers that a target of a step means now.
    static func receivers<Access>(
        of target: EscalationTarget, about alert: Alert, at now: Timestamp, zones: TimeZones,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [Notice.Receiver] {
        switch target {
        case .patient:
            // A held result is shown to its patient only after its laboratory has confirmed it.
            guard let patient = alert.profileID, alert.hold == nil, alert.rule == .criticalHigh else { return [] }
            return try readers(for: patient, in: tx)
        case .care:
            guard let patient = alert.profileID else { return [] }
            return try tx.clinicians(inCareOf: patient, at: now).map { .account($0) }
        case .team, .operatorContact: return try receivers(of: target, at: now, zones: zones, in: tx)
        }
    }

    /// Those that a target means whatever the alert.
    static func receivers<Access>(
        of target: EscalationTarget, at now: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [Notice.Receiver] {
        switch target {
        case .patient, .care: []
        case .team(let name): try members(of: name, at: now, zones: zones, in: tx)
        case .operatorContact: try operators(in: tx)
        }
    }

    /// The receivers of a message to a patient: the patient's active accounts, or else the contact of the profile;
    /// empty: no one.
    static func readers<Access>(for patient: ProfileID, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> [Notice.Receiver]
    {
        let accounts = try tx.accounts(of: patient)
        guard accounts.isEmpty else { return accounts.map { .account($0) } }
        return try tx.hasContact(patient) ? [.profile(patient)] : []
    }

    /// Whether a target could reach a person now, whatever the alert. Clinicians in care differ from patient to patient,
    /// so they do not count.
    static func isReachable<Access>(
        _ target: EscalationTarget, at now: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        try !receivers(of: target, at: now, zones: zones, in: tx).isEmpty
    }

    /// Whether some of these targets could reach a person now; for patients in care, whether there is a clinician.
    static func reachesSomeone<Access>(
        _ targets: [EscalationTarget], at now: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        for target in targets {
            if try target == .care ? tx.hasClinician() : isReachable(target, at: now, zones: zones, in: tx) {
                return true
            }
        }
        return false
    }

    /// The contact that the tenant has set, or else its administrators.
    private static func operators<Access>(in tx: borrowing Connection<Access>) throws(DatabaseError) -> [Notice
        .Receiver]
    {
        try tx.settings().operatorContact == nil ? tx.administrators().map { .account($0) } : [.operatorContact]
    }

    /// The members of a team who are on call, and the team itself if it has contact points of its own.
    private static func members<Access>(
        of name: String, at now: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [Notice.Receiver] {
        guard let team = try tx.team(named: name) else { return [] }
        let people = try Teams.onCall(team: name, at: now, zones: zones, in: tx).map { Notice.Receiver.account($0) }
        return try people + (tx.contactPoints(of: .team(team.id)).contains(where: \.isUsed) ? [.team(team.id)] : [])
    }
}
