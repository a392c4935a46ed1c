import FairKitCore
import FairKitStore
import FoundationEssentials

/// The result of a batch's first request: the kits that it created, and those that it shipped. The rest of the response
/// is computed again.
struct EarlierBatch {
    private var created: [KitID]
    private var advanced: [KitID]

    /// Separates the two lists.
    private static let divider = KitID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    init(_ outcomes: [IssuedKit]) {
        created = outcomes.compactMap { if case .created(let kit, _) = $0 { kit.id } else { nil } }
        advanced = outcomes.compactMap { if case .advanced(let kit) = $0 { kit.id } else { nil } }
    }

    init(_ ids: [KitID]) {
        created = Array(ids.prefix { $0 != EarlierBatch.divider })
        advanced = Array(ids.dropFirst(created.count + 1))
    }

    var ids: [KitID] { created + [EarlierBatch.divider] + advanced }

    func outcomes(
        of batch: KitBatch, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [IssuedKit] {
        var outcomes: [IssuedKit] = []
        guard case .codes(let texts) = batch else {
            for id in created { if let kit = try tx.kit(id, in: .all) { outcomes.append(.created(kit, secret: nil)) } }
            return outcomes
        }
        var rest = self
        for text in texts {
            let code: KitCode
            do { code = try KitCode(typed: text) } catch {
                outcomes.append(.malformed(text, error))
                continue
            }
            if let kit = try tx.kit(code) { outcomes.append(rest.take(kit)) }
        }
        return outcomes
    }

    private mutating func take(_ kit: Kit) -> IssuedKit {
        if let index = created.firstIndex(of: kit.id) {
            created.remove(at: index)
            return .created(kit, secret: nil)
        }
        if let index = advanced.firstIndex(of: kit.id) {
            advanced.remove(at: index)
            return .advanced(kit)
        }
        return kit.status.isOver ? .closed(kit) : .unchanged(kit)
    }
}
