import FairKitAPI
import FairKitCore
import FairKitService

/// Leases on the wire.
enum LeaseBodies {

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
}
