import FairKitCore
import FairKitService

/// Leases on the wire.
enum LeaseBodies {
    struct Claimed: Encodable {
        let items: [Delivery]
    }

    struct Delivered: Encodable {
        let deliveryId: String
        let state = "delivered"
        let deliveredAt: String

        init(_ delivered: DeliverAlerts.Delivered) {
            deliveryId = "\(delivered.number)"
            deliveredAt = "\(delivered.at)"
        }
    }

    struct Extended: Encodable {
        let deliveryId: String
        let state: String
        let leaseExpiresAt: String
    }

    struct Released: Encodable {
        let deliveryId: String
        let state: String
        let dueAt: String?

        init(_ released: ReleaseDeliveries.Released) {
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
        let attempts: Int
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
            attempts = delivery.attempts
            replay = delivery.isReplay
            band = delivery.alert.band.rawValue
            alertId = "\(delivery.alert.id)"
            resultId = "\(delivery.alert.resultID)"
            patientId = delivery.alert.profileID?.description
            payload = AlertPayload(delivery.alert, isReplay: delivery.isReplay)
        }
    }
}
