import Coordination
import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault

extension OpenTenants {
    /// Wraps all keys with another master key. An interrupted change is finished by repeating it, or at the next start.
    ///
    /// - Parameters:
    ///   - file: where the new key is written, or already is; nil: it replaces the old one.
    ///   - keepingOld: keeps a replaced key in a file beside the new one.
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
            new = try await onBlockingThread { () throws(KeyRotationError) in
                try installation.prepareMasterKey(in: file, mayTake: true, keepingOld: keepingOld)
            }
        } catch { throw .key(error) }
        installation.beginRotation(to: new)
        do {
            let kept = try await endRotation(by: caller)
            return (old, new.id, kept)
        } catch { throw .rotationUnfinished(from: old, to: new.id, file: new.file, error) }
    }
}
