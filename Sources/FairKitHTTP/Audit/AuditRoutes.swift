import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// The audit log: read, exported, verified; and the accesses to one record.
    static let audit: [Route] = [
        .api(.get, "/audit", for: .readAudit, Audit.list),
        .api(.get, "/profiles/{id}/accesses", for: .readAccesses, Audit.accesses).of(.profile),
        .api(.post, "/audit/verify", for: .operateStore, Audit.verify).local,
        .api(.get, "/audit/export", for: .operateStore, Audit.export).local,
    ]
}
