import FairKitAPI
import FairKitCore
import FairKitService

/// Leases on the wire.
enum LeaseBodies {
    /// The answer to a claim.
    struct Claimed: Encodable {
        let items: [Delivery]
    }

    /// The answer to an ack.
    struct Acked: Encodable {
        let deliveryId: String
        let state = "acked"
        let ackedAt: String

        init(_ acked: AckedDelivery) {
            deliveryId = "\(acked.number)"
            ackedAt = "\(acked.at)"
        }
    }

    /// The answer to an extension.
    struct Extended: Encodable {
        let deliveryId: String
        let state: String
        let leaseExpiresAt: String
    }

    /// The answer to a release.
    struct Released: Encodable {
        let deliveryId: String
        let state: String
        let dueAt: String?

        init(_ released: ReleasedDelivery) {
            deliveryId = "\(released.number)"
            state = released.state.rawValue
            dueAt = released.due?.description
        }
    }

    /// A leased delivery.
    struct Delivery: Encodable {
        let deliveryId: String
        let token: String
        let leaseExpiresAt: String
        let deliveryAttempts: Int
        let replay: Bool
        let band: Int
        let alertId: String
        let resultId: String
        let patientId: String?
        let payload: AlertPayload

        init(_ delivery: FairKitCore.Delivery) {
            deliveryId = "\(delivery.number)"
            token = "\(delivery.token)"
            leaseExpiresAt = "\(delivery.leaseExpiresAt)"
            deliveryAttempts = delivery.attempts
            replay = delivery.isReplay
            band = delivery.alert.band.rawValue
            alertId = "\(delivery.alert.id)"
            resultId = "\(delivery.alert.resultID)"
            patientId = delivery.alert.profileID?.description
            payload = AlertPayload(delivery.alert, isReplay: delivery.isReplay)
        }
    }
}
