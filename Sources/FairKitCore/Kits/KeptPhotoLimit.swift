/// How many grey copies of photos are kept for review. A registration beyond the limit keeps none. A copy has at most
/// 256 KB.
package enum KeptPhotoLimit: String, Sendable, CaseIterable {
    /// 20 per person.
    case profile
    /// 4,096 per tenant, which is 1 GB.
    case tenant

    /// The most copies that are kept.
    package var most: Int {
        switch self {
        case .profile: 20
        case .tenant: 4096
        }
    }
}
