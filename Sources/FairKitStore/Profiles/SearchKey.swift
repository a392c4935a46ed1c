package import FairKitCore
package import KeyRing
import Relational

/// Hashes parts of names and other values for the search index, so that the index holds no part in clear.
///
/// The key belongs to the tenant. It stays the same when the tenant's file gets another key, since the index is not
/// built again then. See decision 0101.
package struct SearchKey: Sendable {
    private let key: DigestKey

    package init(_ key: DigestKey) { self.key = key }

    /// The first 32 bits of an HMAC-SHA-256. Two parts with the same hash only add people whom the comparison in clear
    /// leaves out again.
    package func token(of feature: SearchFeature) throws(DatabaseError) -> Int64 {
        do {
            let digest = try key.digest(of: feature.bytes)
            return digest.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
        } catch { throw .unsealed("the key of the search index can't be used") }
    }

    /// - Parameter known: what was hashed before; the codes of kits share most of their parts.
    func tokens(
        of features: Set<SearchFeature>, known: inout [SearchFeature: Int64]
    ) throws(DatabaseError) -> Set<Int64> {
        var tokens = Set<Int64>(minimumCapacity: features.count)
        for feature in features {
            let token = if let token = known[feature] { token } else { try token(of: feature) }
            known[feature] = token
            tokens.insert(token)
        }
        return tokens
    }
}
