package import FairKitCore
import FairKitStore

/// How far the messages about an alert have come to one receiver. See decision 0164.
package struct Telling: Equatable, Sendable {
    package let receiver: Notice.Receiver
    package let state: State
    /// When they were told, since when a message is under way, or when the last one failed.
    package let at: Timestamp

    package enum State: Sendable {
        /// A channel accepted a message, or the person has read one.
        case told
        /// A message waits for its first or its next attempt.
        case underWay
        /// No message will arrive.
        case failed
    }

    /// Of all messages to one receiver; nil: the alert ended before one was sent.
    package init?(_ notices: [(notice: Notice, sends: [NoticeSend])]) {
        guard let first = notices.first?.notice else { return nil }
        receiver = first.receiver
        let sends = notices.flatMap(\.sends)
        let accepted = sends.filter { $0.state == .sent || $0.state == .delivered }.compactMap(\.endedAt)
        let waiting = notices.filter { $0.sends.contains { $0.state == .waiting } }
        let failed = sends.filter { $0.state == .failed }.compactMap(\.endedAt)
        if let told = (accepted + notices.compactMap(\.notice.readAt)).min() {
            (state, at) = (.told, told)
        } else if let since = waiting.first?.notice.createdAt {
            (state, at) = (.underWay, since)
        } else if !failed.isEmpty || sends.isEmpty {
            (state, at) = (.failed, failed.max() ?? first.createdAt)
        } else {
            return nil
        }
    }

    /// Of each receiver, in the order in which messages to them began. Those that say that an alert is over don't count.
    package static func all(_ notices: [(notice: Notice, sends: [NoticeSend])]) -> [Telling] {
        let calls = notices.filter { !$0.notice.kind.endsAlert }
        var order: [Notice.Receiver] = []
        for (notice, _) in calls where !order.contains(notice.receiver) { order.append(notice.receiver) }
        return order.compactMap { receiver in Telling(calls.filter { $0.notice.receiver == receiver }) }
    }
}

/// A step that waits, and whom it would tell now.
package struct ComingStep: Equatable, Sendable {
    package let due: Timestamp
    package let receivers: [Notice.Receiver]

    /// The steps that will be carried out: one without a receiver is not waited out, so the next one comes at its time.
    package static func all(_ steps: [(step: AlertStep, receivers: [Notice.Receiver])]) -> [ComingStep] {
        var (coming, early): ([ComingStep], Timestamp?) = ([], nil)
        for (step, receivers) in steps where step.state == .waiting {
            let due = early ?? step.dueAt ?? step.plannedAt
            early = receivers.isEmpty && step.repeats == nil ? due : nil
            if early == nil { coming.append(ComingStep(due: due, receivers: receivers)) }
        }
        return coming
    }
}

/// The names and the telephone numbers of people whom an alert is about or has told.
package struct AlertContacts: Sendable {
    /// Of staff and teams. Patients are not named.
    package var names: [Notice.Receiver: String] = [:]
    /// Of staff, and of a patient whose record the caller may read.
    package var phones: [Notice.Receiver: PhoneNumber] = [:]
}

extension Escalation {
    /// The names and numbers of receivers, and of who acknowledged and resolved an alert.
    static func contacts(
        of receivers: [Notice.Receiver], about alert: NamedAlert, _ loop: AlertLoop, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> AlertContacts {
        let people = [loop.acknowledgement?.account, loop.resolution?.account].compactMap(\.self)
        var found = AlertContacts()
        for receiver in Set(receivers + people.map { .account($0) }) {
            switch receiver {
            case .account(let id):
                guard let account = try tx.account(id) else { continue }
                if account.role.name != .patient {
                    found.names[receiver] = account.details.name ?? "\(account.email)"
                    found.phones[receiver] = account.details.phone.flatMap { PhoneNumber($0) }
                } else if alert.patientName != nil, let patient = alert.profileID {
                    found.phones[receiver] = try tx.profile(patient)?.details.phone.flatMap { PhoneNumber($0) }
                }
            case .profile(let id):
                if alert.patientName != nil {
                    found.phones[receiver] = try tx.profile(id)?.details.phone.flatMap { PhoneNumber($0) }
                }
            case .team(let id): found.names[receiver] = try tx.team(id)?.name
            case .operatorContact, .address: continue
            }
        }
        return found
    }
}
