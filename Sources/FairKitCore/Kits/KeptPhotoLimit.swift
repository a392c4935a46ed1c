/// How many grey copies of photos are kept for reviews; a registration beyond goes on without one. A copy has 256 KB at most.
package enum KeptPhotoLimit: String, Sendable, CaseIterable {
    /// 20 of a person.
    case profile
    /// 4,096 of a tenant, which is 1 GB.
    case tenant

    /// How many are kept at most.
    package var most: Int {
        switch self {
        case .profile: 20
        case .tenant: 4096
        }
    }
}
