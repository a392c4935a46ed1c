package import FairKitCore

/// Acknowledges an alert by read-back.
package struct AcknowledgeRequest: Codable, Sendable {
    /// Absent for a withdrawn result, of which no level holds.
    package let value: ExactNumber?
    package let unit: String?
    package let identifiers: Identifiers
    package let reached: String
    package let note: String?

    package struct Identifiers: Codable, Sendable {
        package let birthDate: String?
        package let familyName: String?
        package let kitCode: String?
        package let reference: String?

        package init(birthDate: String?, familyName: String?, kitCode: String?, reference: String?) {
            self.birthDate = birthDate
            self.familyName = familyName
            self.kitCode = kitCode
            self.reference = reference
        }
    }

    package init(value: ExactNumber?, unit: String?, identifiers: Identifiers, reached: String, note: String?) {
        self.value = value
        self.unit = unit
        self.identifiers = identifiers
        self.reached = reached
        self.note = note
    }
}

/// Records what came of an alert.
package struct ResolveRequest: Decodable, Sendable {
    package let outcome: String
    package let note: String?
}

/// An alert on the wire, with what clinicians did about it.
package struct AlertLoopBody: Decodable, JSONBody, Sendable {
    package let alert: AlertBody
    package let acknowledgement: Acknowledged?
    package let resolution: Resolved?
    /// How many read-backs were wrong.
    package let failedReadBacks: Int

    package struct Acknowledged: Decodable, JSONBody, Sendable {
        package let accountId: String
        package let at: String
        package let reached: String
        package let identifiers: [String]
        package let note: String?
    }

    package struct Resolved: Decodable, JSONBody, Sendable {
        package let accountId: String
        package let at: String
        package let outcome: String
        package let note: String?
    }

    package init(_ alert: Alert, _ loop: AlertLoop) {
        self.alert = AlertBody(alert)
        acknowledgement = loop.acknowledgement.map { done in
            Acknowledged(
                accountId: "\(done.account)", at: "\(done.at)", reached: done.reached.rawValue,
                identifiers: done.identifiers.map(\.rawValue), note: done.note)
        }
        resolution = loop.resolution.map { done in
            Resolved(accountId: "\(done.account)", at: "\(done.at)", outcome: done.outcome.rawValue, note: done.note)
        }
        failedReadBacks = loop.failures
    }
}
