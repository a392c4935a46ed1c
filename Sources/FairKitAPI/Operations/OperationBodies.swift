package import FairKitCore

/// The result of a check.
package struct CheckBody: Decodable, JSONBody, Sendable {
    package struct Finding: Decodable, JSONBody, Sendable {
        package let code: String
        package let count: Int
        package let detail: String
    }
    package let sound: Bool
    package let findings: [Finding]
    /// The shortcomings of a database server that can be used all the same.
    package let warnings: [String]

    package init(_ check: StoreCheck, warnings: [String]) {
        self.warnings = warnings
        sound = check.isSound
        findings = check.findings.map { Finding(code: $0.code.rawValue, count: $0.count, detail: $0.sentence) }
    }
}

/// A finished backup.
package struct BackupBody: Decodable, JSONBody, Sendable {
    package let path: String
    package let bytes: Int
    package let pages: Int
    package let schemaVersion: Int
    package let at: String
    package let rows: RowCounts

    package init(path: String, bytes: Int, pages: Int, schemaVersion: Int, at: Timestamp, rows: RowCounts) {
        self.path = path
        self.bytes = bytes
        self.pages = pages
        self.schemaVersion = schemaVersion
        self.at = "\(at)"
        self.rows = rows
    }
}

/// The backup's path: absolute, on the server.
package struct BackupRequest: Codable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }
}

/// A backup that was restored to try it out, and whether it was sound.
package struct DrillRequest: Codable, Sendable {
    package let backup: String
    package let isSound: Bool

    package init(backup: String, isSound: Bool) { (self.backup, self.isSound) = (backup, isSound) }
}

/// The clock was confirmed.
package struct ConfirmedClockBody: Decodable, JSONBody, Sendable {
    /// How far it was ahead of the time that had surely passed.
    package let aheadSeconds: Int64

    package init(aheadSeconds: Int64) { self.aheadSeconds = aheadSeconds }
}

/// Three numbers by which an administrator sees whether a clinic's server does its work.
package struct ClinicHealthBody: Decodable, JSONBody, Sendable {
    package let queueSeconds: Int64
    package let diskFull: Bool
    package let lastBackupAt: String?
    package let lastDrillAt: String?

    package init(queueSeconds: Int64, diskFull: Bool, lastBackupAt: String?, lastDrillAt: String?) {
        self.queueSeconds = queueSeconds
        self.diskFull = diskFull
        self.lastBackupAt = lastBackupAt
        self.lastDrillAt = lastDrillAt
    }
}
