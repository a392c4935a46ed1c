import FairKitAPI
import FairKitCore
import FairKitService

extension Deliveries {
    /// The response to an ack.
    struct Acked: JSONBody {
        let deliveryId: String
        let state = "acked"
        let ackedAt: String

        init(_ acked: AckedDelivery) {
            deliveryId = "\(acked.number)"
            ackedAt = "\(acked.at)"
        }
    }

    /// The response to an extension.
    struct Extended: JSONBody {
        let deliveryId: String
        let state: String
        let leaseExpiresAt: String
    }

    /// The response to a release.
    struct Released: JSONBody {
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
