import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault

/// `fairkit restore --drill BACKUP`: tests whether a backup can be restored, in a folder that is removed afterwards.
struct RestoreDrill {
    private let options: StoreOptions
    private let backup: String
    private let parent: String
    private let json: Bool

    /// - Parameter place: the folder in which the scratch folder is created; nil: the folder of the backup.
    init(_ options: StoreOptions, backup: String, into place: String?, json: Bool) {
        var path = backup[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        (self.options, self.backup, self.json) = (options, String(path), json)
        parent = place ?? folder(of: String(path))
    }

    /// A tenant of the backup: its counts and its faults.
    private struct Tried: Encodable {
        let tenant: String
        let backup: RowCounts
        let restored: RowCounts
        /// The counts of the data directory now; nil: there is none, or it can't be read.
        let now: RowCounts?
        /// The faults; empty if the tenant is sound.
        let faults: [String]
    }

    private struct Outcome: Encodable {
        let sound: Bool
        let tenants: [Tried]
        /// The ids of tenants that the backup lacks.
        let missing: [String]
        /// The tenants whose audit logs don't record the drill, though a server answers for them.
        let unrecorded: [String]
        let restoreSeconds: Double
        let checkSeconds: Double
    }

    func run() async throws {
        let scratch = try ScratchFolder(
            in: parent, named: "fairkit-drill", interrupted: "The scratch folder was removed.")
        let outcome: Outcome
        do {
            outcome = try await tryOut(in: scratch.path)
        } catch {
            scratch.remove()
            throw error
        }
        scratch.remove()
        if json { print(try jsonLine(outcome)) } else { show(outcome) }
        if !outcome.sound || !outcome.unrecorded.isEmpty { throw ExitCode.failure }
    }

    private func tryOut(in scratch: String) async throws -> Outcome {
        let place = "\(scratch)/data"
        let settings = try options.settings(orData: place)
        let masterKey = try settings.masterKey()
        let clock = ContinuousClock()
        let begin = clock.now
        let restored = try drawingProgress(counting: "pages") {
            try Store.restore(from: backup, to: DataDirectory(path: place), at: systemTime()) { masterKey }
        }
        let middle = clock.now
        let originals = try Store.countedRows(inBackup: backup, masterKey: masterKey)
        // The key is given, so that no file beside it is read or changed.
        let installation = try await FileInstallation.open(
            DataDirectory(path: place), at: systemTime(), keyFrom: .given, masterKey: { masterKey })
        defer { installation.close() }
        let missing = try DataDirectory.missing(inBackup: backup)
        var found: [(name: TenantName, original: RowCounts, restored: RestoredTenant, faults: [String])] = []
        let inUse = try await installation.control.read { (tx) throws(DatabaseError) in try tx.tenantsInUse() }
        for (tenant, folder) in inUse where !missing.contains(folder) {
            guard let restored = restored.first(where: { $0.label == folder }) else { continue }
            let original = originals[folder] ?? .none
            var faults = try await installation.faults(folder: folder)
            if !restored.counts.isCopy(of: original) { faults.append("its rows differ from the backup") }
            found.append((tenant.name, original, restored, faults))
        }
        let end = clock.now
        if found.count != restored.count {
            throw OperatorError("The backup's control.db does not list every tenant of the backup.")
        }
        let sound = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.faults.isEmpty) })
        let (now, unrecorded) = settings.data.path == place ? ([:], []) : await running(sound, settings)
        let tenants = found.map {
            Tried(
                tenant: $0.name.text, backup: $0.original, restored: $0.restored.counts, now: now[$0.name],
                faults: $0.faults)
        }
        return Outcome(
            sound: missing.isEmpty && tenants.allSatisfy(\.faults.isEmpty), tenants: tenants, missing: missing,
            unrecorded: unrecorded,
            restoreSeconds: (middle - begin).inSeconds, checkSeconds: (end - middle).inSeconds)
    }

    /// The counts of the named data directory now, whose tenants record the drill. It succeeds even if they can't be read.
    ///
    /// - Returns: also the tenants that could not record it.
    private func running(
        _ sound: [TenantName: Bool], _ settings: Settings
    ) async -> ([TenantName: RowCounts], [String]) {
        do {
            return try await settings.withServer { client in
                var (counts, unrecorded): ([TenantName: RowCounts], [String]) = ([:], [])
                for (name, isSound) in sound {
                    var inside = client
                    inside.tenant = name
                    do {
                        counts[name] = try await inside.get("/local/statistics").decode(StoreStatistics.self).rows
                    } catch {
                        note("The current counts of \(name) can't be read: \(error)")
                        continue
                    }
                    do {
                        _ = try await inside.post(
                            "/local/drills", json: DrillRequest(backup: backup, isSound: isSound))
                    } catch {
                        unrecorded.append(name.text)
                        note("\(name) does not record this drill: \(error)")
                    }
                }
                return (counts, unrecorded)
            }
        } catch {
            note("What \(settings.data.path) has now can't be told: \(error)")
            return ([:], [])
        }
    }

    private func show(_ outcome: Outcome) {
        func cell(_ tried: Tried, _ count: (RowCounts) -> Int) -> String {
            let restored = count(tried.restored)
            guard let now = tried.now.map(count), now != restored else { return "\(restored)" }
            return now > restored ? "\(restored) (\(now - restored) newer)" : "\(restored) (now \(now))"
        }
        Table(
            ["TENANT", "PROFILES", "KITS", "RESULTS", "ALERTS", "AUDIT ENTRIES", "SOUND"],
            outcome.tenants.map { tried in
                [
                    tried.tenant, cell(tried, \.profiles), cell(tried, \.kits), cell(tried, \.results),
                    cell(tried, \.alerts),
                    cell(tried, \.auditEntries), tried.faults.isEmpty ? "yes" : "no",
                ]
            }
        ).show()
        for tried in outcome.tenants { for fault in tried.faults { print("\(tried.tenant): \(fault)") } }
        if !outcome.missing.isEmpty { print("The backup lacks tenants: \(outcome.missing.joined(separator: ", ")).") }
        print(
            "Restoring took \(tenths(outcome.restoreSeconds)) s, and checking what was restored \(tenths(outcome.checkSeconds)) s. "
                + (outcome.sound ? "The backup can be restored." : "Do not rely on this backup: make another."))
    }
}

extension FileInstallation {
    /// The findings of `db check` and `audit verify` in a tenant.
    fileprivate func faults(folder: String) async throws -> [String] {
        let store = try open(folder: folder)
        defer { close(store) }
        let check = try await store.check()
        let audit = try await store.verifyAudit()
        return check.findings.map(\.sentence) + (audit.isSound ? [] : ["The audit log can't be verified."])
    }
}

extension RowCounts {
    /// Whether a restoration has all rows; it adds one entry to the audit log.
    fileprivate func isCopy(of other: RowCounts) -> Bool {
        let added = auditEntries - other.auditEntries
        return (0...1).contains(added) && RowCounts.auditEntries(other.auditEntries, in: self) == other
    }

    /// The same with another number of audit entries.
    private static func auditEntries(_ entries: Int, in counts: RowCounts) -> RowCounts {
        RowCounts(
            profiles: counts.profiles, kits: counts.kits, results: counts.results,
            resultVersions: counts.resultVersions, alerts: counts.alerts, deliveries: counts.deliveries,
            alertEvents: counts.alertEvents, auditEntries: entries, keys: counts.keys)
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000
    }
}

private func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}
