package import FairKitCore
package import FairKitVault
package import KeyRing
package import Relational

extension Store {
    /// Opens a tenant's file. If anything is missing or does not belong together, it fails and changes nothing.
    ///
    /// - Parameters:
    ///   - folder: the tenant's folder.
    ///   - observer: gets the database's events.
    ///   - damagedLog: the treatment of a log with damaged acknowledged commits.
    ///   - masterKey: called once there is something to open.
    package static func open(
        _ held: HeldDirectory, folder: String = DataDirectory.defaultTenant, observer: DatabaseObserver = .none,
        damagedLog: DamagedLog = .refused, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        let keys = try TenantSecrets(of: held.directory, folder: folder, masterKey: masterKey)
        let opening = try StoreInOpening(held, keys, observer: observer, damagedLog: damagedLog)
        return try opening.end { () throws(KeyError) in keys.master }.store
    }

    /// Opens the first tenant of a directory in which nothing else is open.
    package static func open(
        _ directory: DataDirectory, observer: DatabaseObserver = .none, damagedLog: DamagedLog = .refused,
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> Store {
        try open(HeldDirectory(directory), observer: observer, damagedLog: damagedLog, masterKey: masterKey)
    }

    /// The treatment by `open` of a log with damaged acknowledged commits.
    package enum DamagedLog: Sendable {
        /// It refuses to open the store.
        case refused
        /// It discards the commits after the damage, after copying the log to a new file. An undamaged log is refused.
        /// The audit log records it.
        case cutOff(keeping: String, at: Timestamp)

        /// Copies a log that is about to be discarded; a missing log needs no copy.
        /// - Parameter isLacking: whether the audit log lacks what its anchor records, so that there is a loss to
        ///   accept.
        /// - Throws: `damagedLog`, or `soundLog` if nothing has to be discarded.
        func allows(
            _ findings: [PageFinding], in log: String, isLacking: () throws(StoreError) -> Bool = { false }
        ) throws(StoreError) {
            switch (self, findings.first(where: \.isCertain)) {
            case (.refused, nil): break
            case (.refused, let worst?): throw .damagedLog(path: log, worst)
            case (.cutOff, nil): guard try isLacking() else { throw .soundLog(path: log) }
            case (.cutOff(let copy, _), _?): if fileSize(log) != nil { try copyFile(log, to: copy) }
            }
        }
    }
}
