package import FairKitCore

/// A kit on the wire.
package struct KitBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let kitCode: String
    package let status: String
    package let profileId: String?
    /// For callers who may read the patient's profile.
    package let patientName: String?
    package let registeredAt: String?
    package let sendBy: String?
    package let readFrom: String?
    package let needsReview: Bool
    /// The sample or results arrived before the registration, which waits for a review; absent otherwise.
    package let resultsCameFirst: Bool?
    /// The statuses that the caller may report next.
    package let nextStatuses: [String]
    /// `soon` or `overdue`, while the sample has to be sent.
    package let due: String?
    /// How often the patient was reminded to send the sample.
    package let remindersSent: Int?
    /// The assigned laboratory.
    package let laboratory: String?
    package let useBy: String?
    /// The shipment to the patient.
    package let shipment: Shipment?
    /// The shipment of the sample to the laboratory.
    package let returnShipment: Shipment?
    package let history: [Event]?

    package struct Shipment: Decodable, JSONBody, Sendable {
        package let carrier: String?
        package let trackingNumber: String?

        package init(_ shipment: KitShipment) {
            carrier = shipment.carrier
            trackingNumber = shipment.trackingNumber
        }
    }

    package struct Event: Decodable, JSONBody, Sendable {
        package let status: String
        package let at: String
        package let actor: String?
        package let implied: Bool
        package let reason: String?
    }

    /// - Parameters:
    ///   - history: the kit's history, with reporters if the caller may see them.
    ///   - patientName: nil: the caller may not read it.
    package init(
        _ kit: Kit, _ logistics: KitLogistics, laboratory: String?, due: KitDue?, remindersSent: Int?,
        nextStatuses: [KitStatus],
        history: [(event: KitEvent, actor: ActorID?)]?, patientName: String? = nil
    ) {
        self.patientName = patientName
        self.due = due?.rawValue
        self.remindersSent = remindersSent
        self.laboratory = laboratory
        useBy = logistics.useBy?.description
        shipment = logistics.shipment.map { Shipment($0) }
        returnShipment = logistics.returnShipment.map { Shipment($0) }
        id = "\(kit.id)"
        kitCode = "\(kit.code)"
        status = kit.status.rawValue
        profileId = kit.profileID?.description
        registeredAt = kit.registeredAt?.description
        sendBy = kit.sendBy?.description
        readFrom = kit.readFrom?.rawValue
        needsReview = kit.needsReview
        resultsCameFirst = kit.resultsCameFirst ? true : nil
        self.nextStatuses = nextStatuses.map(\.rawValue)
        self.history = history?.map { step in
            Event(
                status: step.event.status.rawValue, at: "\(step.event.at)", actor: step.actor?.description,
                implied: step.event.implied, reason: step.event.reason)
        }
    }
}

/// Kits to issue: by their printed codes, or a count of new ones; at most `largest` in one request.
package struct KitBatchRequest: Codable, Sendable {
    package static let largest = 100

    package let codes: [String]?
    package let count: Int?
    package let status: String?
    /// Whether each new kit gets an activation secret.
    package let secrets: Bool?
    /// The name of the laboratory for new kits.
    package let laboratory: String?
    /// The last day on which new kits may be used.
    package let useBy: String?
    /// The day on which the kits were handed out, if it was not today.
    package let issuedOn: String?

    package init(
        codes: [String]? = nil, count: Int? = nil, status: String, secrets: Bool = false, laboratory: String? = nil,
        useBy: String? = nil, issuedOn: String? = nil
    ) {
        self.issuedOn = issuedOn
        self.laboratory = laboratory
        self.useBy = useBy
        self.secrets = secrets ? true : nil
        self.codes = codes
        self.count = count
        self.status = status
    }
}

/// The outcomes of a batch of kits, in the order of the request.
package struct KitBatchBody: Codable, JSONBody, Sendable {
    package struct Item: Codable, JSONBody, Sendable {
        package let kitCode: String
        /// `created`, `advanced`, `unchanged` or `refused`.
        package let outcome: String
        package let id: String?
        package let status: String?
        package let detail: String?
        /// The activation secret, shown only once.
        package let secret: String?

        package init(
            kitCode: String, outcome: String, id: String?, status: String?, detail: String?, secret: String? = nil
        ) {
            self.secret = secret
            self.kitCode = kitCode
            self.outcome = outcome
            self.id = id
            self.status = status
            self.detail = detail
        }
    }
    package var items: [Item]

    package init(items: [Item]) { self.items = items }
}

/// A kit's new state.
package struct KitStatusRequest: Decodable, Sendable {
    package let status: String
    package let reason: String?
    /// The carrier, if the kit is shipped or mailed.
    package let carrier: String?
    package let trackingNumber: String?
    /// The person to whom a kit is shipped, who is told.
    package let profileId: String?

    package init(
        status: String, reason: String?, carrier: String? = nil, trackingNumber: String? = nil, profileId: String? = nil
    ) {
        self.profileId = profileId
        self.status = status
        self.reason = reason
        self.carrier = carrier
        self.trackingNumber = trackingNumber
    }
}

/// The name of the laboratory for a kit; null: none.
package struct KitAssignmentRequest: Decodable, Sendable {
    package let laboratory: String?

    package init(laboratory: String?) { self.laboratory = laboratory }

    private enum CodingKeys: CodingKey {
        case laboratory
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A missing member is an error.
        laboratory = try container.decode(String?.self, forKey: .laboratory)
    }
}

/// A laboratory's report about a sample, by the code on it.
package struct KitArrivalRequest: Decodable, Sendable {
    package let kitCode: String
    package let status: String
    package let reason: String?

    package init(kitCode: String, status: String, reason: String?) {
        self.kitCode = kitCode
        self.status = status
        self.reason = reason
    }
}

/// A search for a kit by its code, which never appears in a path.
package struct KitSearchRequest: Decodable, Sendable {
    package let kitCode: String

    package init(kitCode: String) { self.kitCode = kitCode }
}
