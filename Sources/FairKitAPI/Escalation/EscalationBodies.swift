package import FairKitCore

/// The escalation policy of a band on the wire.
package struct EscalationPolicyBody: Decodable, JSONBody, Sendable {
    package let band: Int
    /// Whether the tenant has not set one.
    package let isDefault: Bool?
    package let steps: [Step]

    package struct Step: Decodable, JSONBody, Sendable {
        package let afterSeconds: Int64
        package let tell: [String]
        package let repeatSeconds: Int64?

        package init(_ step: EscalationPolicy.Step) {
            afterSeconds = step.after.components.seconds
            tell = step.targets.map(\.description)
            repeatSeconds = step.repeats?.components.seconds
        }
    }

    package init(band: Band, _ policy: EscalationPolicy, isDefault: Bool) {
        self.band = band.rawValue
        self.isDefault = isDefault
        steps = policy.steps.map { Step($0) }
    }
}

/// Whom an alert of a band would tell, and when, if it were raised now.
package struct EscalationPreviewBody: Decodable, JSONBody, Sendable {
    package let band: Int
    package let isDefault: Bool
    package let at: String
    package let steps: [Step]

    package struct Step: Decodable, JSONBody, Sendable {
        package let dueAt: String
        package let tell: [String]
        package let repeatSeconds: Int64?
        package let wouldTell: [AlertEscalationBody.Receiver]
        package let reachesNoOne: Bool

        package init(
            _ step: EscalationPolicy.Step, dueAt: Timestamp, wouldTell: [AlertEscalationBody.Receiver],
            reachesNoOne: Bool
        ) {
            self.dueAt = "\(dueAt)"
            tell = step.targets.map(\.description)
            repeatSeconds = step.repeats?.components.seconds
            self.wouldTell = wouldTell
            self.reachesNoOne = reachesNoOne
        }
    }

    package init(band: Band, isDefault: Bool, at: Timestamp, steps: [Step]) {
        self.band = band.rawValue
        self.isDefault = isDefault
        self.at = "\(at)"
        self.steps = steps
    }
}

/// Sets the escalation policy of a band.
package struct EscalationPolicyRequest: Decodable, Sendable {
    package let steps: [EscalationPolicyBody.Step]
}

/// The escalation of one alert on the wire: its steps, and what was sent.
package struct AlertEscalationBody: Decodable, JSONBody, Sendable {
    package let alertId: String
    package let state: String
    package let steps: [Step]
    package let notices: [SentNotice]
    /// The addresses of the patient's profile that do not take messages; nil: none.
    package let failedContacts: [FailedContact]?

    /// A step of the alert's copy of the policy.
    package struct Step: Decodable, JSONBody, Sendable {
        package let number: Int
        package let tell: [String]
        package let state: String
        package let dueAt: String?
        package let endedAt: String?
        package let repeatSeconds: Int64?
        /// The receivers that it would notify now, while it waits.
        package let wouldTell: [Receiver]?

        package init(_ step: AlertStep, wouldTell: [Receiver]?) {
            number = step.number
            tell = step.targets.map(\.description)
            state = step.state.rawValue
            dueAt = step.dueAt?.description
            endedAt = step.endedAt?.description
            repeatSeconds = step.repeats?.components.seconds
            self.wouldTell = wouldTell
        }
    }

    package struct Receiver: Decodable, JSONBody, Hashable, Sendable {
        /// `account`, `team`, `profile` or `operator`.
        package let kind: String
        package let id: String?
        /// The name of an account of the staff or a team; nil for patients.
        package let name: String?

        package init(_ receiver: Notice.Receiver, name: String?) {
            kind = receiver.kind.rawValue
            self.name = name
            switch receiver {
            case .account(let id): self.id = "\(id)"
            case .team(let id): self.id = "\(id)"
            case .profile(let id): self.id = "\(id)"
            case .operatorContact, .address: id = nil
            }
        }
    }

    /// A notice to one receiver, and how each send ended.
    package struct SentNotice: Decodable, JSONBody, Sendable {
        package let receiver: Receiver
        package let kind: String
        package let step: Int
        package let at: String
        package let sends: [Send]
    }

    package struct Send: Decodable, JSONBody, Sendable {
        package let channel: String
        package let state: String
        package let attempts: Int
        package let lastError: String?
        package let endedAt: String?

        package init(_ send: NoticeSend) {
            channel = send.channel.rawValue
            state = send.state.rawValue
            attempts = send.attempts
            lastError = send.lastError
            endedAt = send.endedAt?.description
        }
    }

    /// An address of the patient's profile that does not take messages. It does not show the address.
    package struct FailedContact: Decodable, JSONBody, Sendable {
        package let channel: String
        package let at: String
        package let reason: String

        package init(_ failure: FairKitCore.FailedContact) {
            channel = failure.channel.rawValue
            at = "\(failure.at)"
            reason = failure.reason
        }
    }

    package init(
        _ alert: AlertID, _ state: AlertState, steps: [Step], notices: [(notice: Notice, sends: [NoticeSend])],
        failedContacts: [FairKitCore.FailedContact], names: [Notice.Receiver: String]
    ) {
        self.failedContacts = failedContacts.isEmpty ? nil : failedContacts.map { FailedContact($0) }
        alertId = "\(alert)"
        self.state = state.rawValue
        self.steps = steps
        self.notices = notices.map { sent in
            SentNotice(
                receiver: Receiver(sent.notice.receiver, name: names[sent.notice.receiver]),
                kind: sent.notice.kind.rawValue, step: sent.notice.step,
                at: "\(sent.notice.createdAt)", sends: sent.sends.map { Send($0) })
        }
    }
}
