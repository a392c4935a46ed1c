package import FairKitCore

/// The response to a claim.
package struct ClaimBody: Decodable, JSONBody, Sendable {
    package let items: [DeliveryBody]

    package init(items: [DeliveryBody]) { self.items = items }
}

/// A leased delivery.
package struct DeliveryBody: Decodable, JSONBody, Sendable {
    package let deliveryId: String
    package let token: String
    package let leaseExpiresAt: String
    package let deliveryAttempts: Int
    package let replay: Bool
    package let band: Int
    package let alertId: String
    /// The alert's state at the time of the claim: a person is paged for an open alert only.
    package let state: String
    package let resultId: String
    package let patientId: String?
    /// The level has to be verified before a clinician acts on it.
    package let needsVerification: Bool
    /// Why the result is held; absent if it is not.
    package let heldFor: String?
    package let payload: AlertPayload
    /// The people to tell; absent if the key lacks the scope `contacts:read`.
    package let contacts: [AlertContactBody]?

    package init(_ delivery: Delivery) {
        deliveryId = "\(delivery.number)"
        token = "\(delivery.token)"
        leaseExpiresAt = "\(delivery.leaseExpiresAt)"
        deliveryAttempts = delivery.attempts
        replay = delivery.isReplay
        band = delivery.alert.band.rawValue
        alertId = "\(delivery.alert.id)"
        state = delivery.alert.state.rawValue
        resultId = "\(delivery.alert.resultID)"
        patientId = delivery.alert.profileID?.description
        needsVerification = delivery.alert.isUnverified
        heldFor = delivery.alert.hold?.rawValue
        payload = AlertPayload(delivery.alert, isReplay: delivery.isReplay)
        contacts = delivery.contacts?.map { AlertContactBody($0) }
    }
}

/// A parked delivery on the wire.
package struct ParkedBody: Decodable, JSONBody, Sendable {
    package struct Failure: Decodable, JSONBody, Sendable {
        package let at: String
        package let reason: String?
    }

    package let deliveryId: String
    package let alertId: String
    package let band: Int
    package let deliveryAttempts: Int
    package let parkedAt: String
    package let failures: [Failure]

    package init(_ parked: ParkedDelivery) {
        deliveryId = "\(parked.number)"
        alertId = "\(parked.alertID)"
        band = parked.band.rawValue
        deliveryAttempts = parked.attempts
        parkedAt = "\(parked.parkedAt)"
        failures = parked.failures.map { Failure(at: "\($0.at)", reason: $0.reason) }
    }
}

/// Parked deliveries to return to the queue: by their ids, or all.
package struct RedriveRequest: Decodable, Sendable {
    package let deliveryIds: [String]?
    package let all: Bool?

    package init(deliveryIds: [String]) { (self.deliveryIds, all) = (deliveryIds, nil) }

    /// All parked deliveries; one call takes at most a hundred.
    package init(all: Bool) { (deliveryIds, self.all) = (nil, all) }
}

/// The deliveries that returned to the queue.
package struct RedriveBody: Decodable, JSONBody, Sendable {
    package let deliveryIds: [String]

    package init(deliveryIds: [String]) { self.deliveryIds = deliveryIds }
}

/// Acked deliveries to replay: of some alerts, or of the alerts raised in a period, in UTC.
package struct ReplayRequest: Decodable, Sendable {
    package let alertIds: [String]?
    package let since: String?
    package let until: String?
    package let cursor: String?

    package init(alertIds: [String]) { (self.alertIds, since, until, cursor) = (alertIds, nil, nil, nil) }

    package init(since: String, until: String?, cursor: String? = nil) {
        (alertIds, self.since, self.until, self.cursor) = (nil, since, until, cursor)
    }
}

/// The replayed deliveries, and where the next call continues.
package struct ReplayBody: Decodable, JSONBody, Sendable {
    package let deliveryIds: [String]
    package let nextCursor: Cursor?

    package init(deliveryIds: [String], nextCursor: Cursor?) {
        self.deliveryIds = deliveryIds
        self.nextCursor = nextCursor
    }
}
