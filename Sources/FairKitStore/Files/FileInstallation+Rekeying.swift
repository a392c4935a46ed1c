package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import SQLCipher

/// Why a tenant's file was not re-encrypted. It is unchanged, except in the case `unfinished`.
package enum RekeyError: Error, CustomStringConvertible {
    /// The copy could not be made, or differs from the file.
    case copy(BackupError)
    case store(StoreError)
    case control(DatabaseError)
    /// The file has its new key, but opening it failed.
    case unfinished(StoreError)

    package var description: String {
        switch self {
        case .copy(let error):
            "The tenant's file keeps its key: \(error) The change needs free disk space of the file's size."
        case .store(let error): "The tenant's file keeps its key: \(error)"
        case .control(let error): "The tenant's file keeps its key: control.db can't be used: \(error)"
        case .unfinished(let error):
            "The tenant's file was encrypted with a new key, but the change is not complete: \(error) Fix the cause, then use the tenant once, which completes it."
        }
    }
}

/// A tenant's file that was re-encrypted with a new key.
package struct Rekeyed: Sendable {
    /// Its size.
    package let bytes: Int
    package let pages: Int
}

extension FileInstallation {
    /// Encrypts a tenant's file with a new key, while nothing else uses the installation: a copy with the new key
    /// replaces it.
    ///
    /// API keys, sessions, links and cursors stay valid, since their digest keys don't change. A crash at any step
    /// leaves the tenant with all its data: the next opening completes the change or undoes it. See the decision
    /// `0055-keys-are-changed-in-steps`.
    /// - Parameters:
    ///   - entry: the audit entry.
    ///   - progress: called with the number of pages copied and their total.
    package func rekey(
        folder: String, recordedAs entry: AuditEntry, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(RekeyError) -> Rekeyed {
        let secrets: TenantSecrets
        let next: TenantKey
        do throws(StoreError) {
            // Opening it shows that file, log and audit log are usable before anything is created, and applies
            // migrations.
            close(try open(folder: folder))
            secrets = try self.secrets(of: folder)
            next = try mapping(StoreError.key) { () throws(KeyError) in try TenantKey.random() }
            try held.directory.beginRekeying(folder, from: secrets.keys, to: next, wrappedBy: secrets.master)
        } catch { throw .store(error) }
        do throws(RekeyError) {
            try await copy(secrets, to: next, progress)
            do { try await control.write { (tx) throws(DatabaseError) in try tx.logUnrecorded(entry) } } catch {
                throw .control(error)
            }
            do throws(StoreError) { try held.directory.putRekeyed(of: folder) } catch { throw .store(error) }
        } catch {
            // The rest of it is removed now, or at the next opening if that fails, too.
            _ = try? held.directory.settledKeys(of: folder, wrappedBy: secrets.master)
            throw error
        }
        do throws(StoreError) {
            let store = try open(folder: folder)
            defer { close(store) }
            let bytes = fileSize(DataDirectory.database(in: secrets.location)) ?? 0
            return Rekeyed(bytes: bytes, pages: bytes / PageAuthenticator.pageSize)
        } catch { throw .unfinished(error) }
    }

    /// Nothing may be written between the copy and its replacing the file. So no store is open, and no seal is
    /// available.
    private func copy(
        _ secrets: TenantSecrets, to next: TenantKey, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(RekeyError) {
        let (file, copy) = (DataDirectory.database(in: secrets.location), DataDirectory.rekeyed(in: secrets.location))
        let database: Database
        let newKey: CipherKey
        do throws(OpeningError) {
            newKey = try CipherKey(next.bytes)
            database = try Database.open(
                path: file, key: CipherKey(secrets.key.bytes), migrations: Schema.tenant, readerCount: 1, kept: 0,
                anchor: DataDirectory.commits(in: secrets.location), reserve: held.reserve)
        } catch { throw .store(.opening(error)) }
        let original: Result<CopiedState, CopyError>
        do throws(CopyError) {
            original = .success(
                try await database.copy(to: copy, key: newKey, progress: progress) { (tx) throws(DatabaseError) in
                    try CopiedState(tx)
                })
        } catch { original = .failure(error) }
        database.close()
        do throws(BackupError) {
            let state: CopiedState
            do throws(CopyError) { state = try original.get() } catch {
                throw BackupError(error, of: file, at: copy)
            }
            guard try verifyTenant(copy, key: next, named: file).state == state else {
                throw .unfaithful(path: file, difference: "its state differs from the file's")
            }
        } catch { throw .copy(error) }
    }
}
