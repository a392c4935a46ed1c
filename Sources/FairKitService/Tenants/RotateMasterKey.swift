import Coordination
import FairKitCore
import FairKitStore
import FairKitVault

/// A change of the master key that is done.
package struct RotatedMasterKey: Sendable {
    /// The old one's id, which backups of before name.
    package let from: String
    /// The new one's id.
    package let to: String
    /// Where the old one is kept; nil: FairKit keeps it nowhere.
    package let oldKey: String?
}

extension OpenTenants {
    /// Wraps every key with another master key. Whatever is interrupted is gone on with by doing it again, or at the next opening.
    /// - Parameters:
    ///   - file: where the new one is put, or is; nil: in the place of the old one.
    ///   - keepingOld: keeps the old one in a file beside the new one, if it is replaced.
    package func rotateMasterKey(
        newKeyIn file: String?, keepingOld: Bool, by caller: Caller
    ) async throws(TenantChangeFailure) -> RotatedMasterKey {
        try caller.mayManageTenants()
        return try await aloneWithKeys { () async throws(TenantChangeFailure) in
            try await rotate(newKeyIn: file, keepingOld: keepingOld, by: caller)
        }
    }

    private func rotate(
        newKeyIn file: String?, keepingOld: Bool, by caller: Caller
    ) async throws(TenantChangeFailure) -> RotatedMasterKey {
        // There are never three keys.
        do { try await endRotation(by: caller) } catch { throw .unended(error) }
        let installation = installation
        let old = installation.masterKeyID
        let new: NewMasterKey
        do {
            new = try await apart { () throws(KeyRotationError) in
                try installation.prepareMasterKey(in: file, mayTake: true, keepingOld: keepingOld)
            }
        } catch { throw .key(error) }
        installation.beginRotation(to: new)
        do {
            let kept = try await endRotation(by: caller)
            return RotatedMasterKey(from: old, to: new.id, oldKey: kept)
        } catch { throw .rotationUnfinished(from: old, to: new.id, file: new.file, error) }
    }
}
