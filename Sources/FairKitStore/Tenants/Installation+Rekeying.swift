package import FairKitCore
package import FairKitVault
import KeyRing
import SQLCipher

/// Why a tenant's file did not get another key. It is as it was, unless `unfinished` says otherwise.
package enum RekeyError: Error, CustomStringConvertible {
    /// The copy could not be made, or does not hold what the file does.
    case copy(BackupError)
    case store(StoreError)
    case control(DatabaseError)
    /// The file has its new key, and opening it failed.
    case unfinished(StoreError)

    package var description: String {
        switch self {
        case .copy(let error):
            "The tenant's file keeps its key: \(error) It needs as much room as the file has, beside it."
        case .store(let error): "The tenant's file keeps its key: \(error)"
        case .control(let error): "The tenant's file keeps its key: control.db can't be used: \(error)"
        case .unfinished(let error):
            "The tenant's file was encrypted with a new key, but not all is done: \(error) Do away with the reason, and use the tenant once, which ends it."
        }
    }
}

/// A tenant's file that has another key.
package struct Rekeyed: Sendable {
    /// Its size.
    package let bytes: Int
    package let pages: Int
}

extension Installation {
    /// Encrypts a tenant's file with a new key, while nothing else uses the installation: a copy with the new key takes its place.
    ///
    /// API keys, sessions, links and cursors go on working, since their digests keep their keys. A crash at any step leaves the tenant
    /// with all its data: the next opening ends the change or undoes it. See the decision `0055-keys-are-changed-in-steps`.
    /// - Parameters:
    ///   - entry: how it is recorded.
    ///   - progress: is told how many pages of how many are copied.
    package func rekey(
        folder: String, recordedAs entry: AuditEntry, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(RekeyError) -> Rekeyed {
        let secrets: TenantSecrets
        let next: TenantKey
        do throws(StoreError) {
            // That it opens, with its log and its audit, shows before anything is made; and it is brought up to date.
            close(try open(folder: folder))
            secrets = try self.secrets(of: folder)
            next = try mapping(StoreError.key) { () throws(KeyError) in try TenantKey.random() }
            try held.directory.beginRekeying(folder, from: secrets.keys, to: next, wrappedBy: secrets.master)
        } catch { throw .store(error) }
        do throws(RekeyError) {
            try await copy(secrets, to: next, progress)
            do { try await control.write { (tx) throws(DatabaseError) in try tx.noteUnrecorded(entry) } } catch {
                throw .control(error)
            }
            do throws(StoreError) { try held.directory.putRekeyed(of: folder) } catch { throw .store(error) }
        } catch {
            // What is left of it is taken away now, or at the next opening if that fails, too.
            _ = try? held.directory.settledKeys(of: folder, wrappedBy: secrets.master)
            throw error
        }
        do throws(StoreError) {
            let store = try open(folder: folder)
            defer { close(store) }
            let bytes = fileSize(DataDirectory.database(in: secrets.place)) ?? 0
            return Rekeyed(bytes: bytes, pages: bytes / PageAuthenticator.pageSize)
        } catch { throw .unfinished(error) }
    }

    /// Nothing may be written between the copy and its taking the file's place: so no store is open, and no seal is at hand.
    private func copy(
        _ secrets: TenantSecrets, to next: TenantKey, _ progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(RekeyError) {
        let (file, copy) = (DataDirectory.database(in: secrets.place), DataDirectory.rekeyed(in: secrets.place))
        let database: Database
        let newKey: CipherKey
        do throws(OpeningError) {
            newKey = try CipherKey(next.bytes)
            database = try Database.open(
                path: file, key: CipherKey(secrets.key.bytes), migrations: Schema.tenant, readerCount: 1, kept: 0,
                anchor: DataDirectory.commits(in: secrets.place), reserve: held.reserve)
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
                throw .unfaithful(path: file, difference: "it holds another state than the file")
            }
        } catch { throw .copy(error) }
    }
}
