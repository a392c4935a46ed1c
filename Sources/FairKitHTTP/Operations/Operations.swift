import FairKitCore
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird

/// What the machine's operator does with the store; on the unix socket only.
enum Operations {
    static func statistics(_ request: Request, _ context: FairKitContext) async throws -> Answer<StatisticsBody> {
        Answer(StatisticsBody(try await context.tenancy.operations.statistics(by: try context.caller)))
    }

    static func check(_ request: Request, _ context: FairKitContext) async throws -> Answer<Checked> {
        Answer(Checked(try await context.tenancy.operations.check(by: try context.caller)))
    }

    /// What a check found.
    struct Checked: Encodable {
        struct Finding: Encodable {
            let code: String
            let count: Int
            let detail: String
        }
        let sound: Bool
        let findings: [Finding]

        init(_ check: StoreCheck) {
            sound = check.isSound
            findings = check.findings.map { Finding(code: $0.code.rawValue, count: $0.count, detail: $0.sentence) }
        }
    }

    /// A backup that was made.
    struct BackupBody: Encodable {
        let path: String
        let bytes: Int
        let pages: Int
        let schemaVersion: Int
        let at: String
        let rows: RowsBody

        init(_ backup: Backup) {
            path = backup.path
            bytes = backup.bytes
            pages = backup.pages
            schemaVersion = backup.schemaVersion
            at = "\(backup.at)"
            rows = RowsBody(backup.counts)
        }
    }

    /// How many of each there are.
    struct RowsBody: Encodable {
        let profiles: Int
        let kits: Int
        let results: Int
        let resultVersions: Int
        let alerts: Int
        let deliveries: Int
        let alertEvents: Int
        let auditEntries: Int
        let keys: Int

        init(_ rows: RowCounts) {
            profiles = rows.profiles
            kits = rows.kits
            results = rows.results
            resultVersions = rows.resultVersions
            alerts = rows.alerts
            deliveries = rows.deliveries
            alertEvents = rows.alertEvents
            auditEntries = rows.auditEntries
            keys = rows.keys
        }
    }

    /// The store in numbers.
    struct StatisticsBody: Encodable {
        struct Deliveries: Encodable {
            let pending: Int
            let leased: Int
            let acked: Int
        }
        let fileBytes: Int
        let logBytes: Int
        let pageSize: Int
        let pages: Int
        let freePages: Int
        let schemaVersion: Int
        let rows: RowsBody
        let openAlerts: Int
        let deliveries: Deliveries
        let keptPhotos: Int
        let lastCheckpoint: String?

        init(_ statistics: StoreStatistics) {
            fileBytes = statistics.fileBytes
            logBytes = statistics.logBytes
            pageSize = statistics.pageSize
            pages = statistics.pages
            freePages = statistics.freePages
            schemaVersion = statistics.schemaVersion
            rows = RowsBody(statistics.rows)
            openAlerts = statistics.openAlerts
            deliveries = Deliveries(
                pending: statistics.deliveries.pending, leased: statistics.deliveries.leased,
                acked: statistics.deliveries.acked)
            keptPhotos = statistics.keptPhotos
            lastCheckpoint = statistics.lastCheckpoint?.description
        }
    }
}
