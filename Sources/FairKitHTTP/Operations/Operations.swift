import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The operator's work on the store; on the control socket only.
enum Operations {
    static func statistics(_ request: Request, _ context: FairKitContext) async throws -> Answer<StatisticsBody> {
        Answer(StatisticsBody(try await context.tenancy.operations.statistics(by: try context.caller)))
    }

    static func listEndedAccess(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<EndedAccessBody> {
        let found = try await context.tenancy.operations.endedAccess(by: try context.caller)
        return Answer(EndedAccessBody(found))
    }

    static func confirmClock(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<ConfirmedClockBody> {
        let ahead = try await context.operation.tenants.confirmClock(by: try context.caller)
        return Answer(ConfirmedClockBody(aheadSeconds: ahead.components.seconds))
    }

    static func check(_ request: Request, _ context: FairKitContext) async throws -> Answer<CheckBody> {
        let (operations, caller) = (try context.tenancy.operations, try context.caller)
        let found = try await context.work(for: request) { try await operations.check(by: caller) }
        let tenants = try context.shared.operation?.tenants
        let control = try await tenants?.checkControl()
        return Answer(
            CheckBody(
                StoreCheck(findings: [control].compactMap(\.self) + found.findings), warnings: tenants?.warnings ?? []))
    }
}

extension StatisticsBody {
    init(_ found: StoreStatistics) {
        self.init(
            fileBytes: found.fileBytes, logBytes: found.logBytes, pageSize: found.pageSize, pages: found.pages,
            freePages: found.freePages, schemaVersion: found.schemaVersion, rows: found.rows,
            openAlerts: found.openAlerts,
            deliveries: Deliveries(
                pending: found.deliveries.pending, leased: found.deliveries.leased, acked: found.deliveries.acked),
            keptPhotos: found.keptPhotos, lastCheckpoint: found.lastCheckpoint)
    }
}

extension BackupBody {
    init(_ backup: Backup) {
        self.init(
            path: backup.path, bytes: backup.bytes, pages: backup.pages, schemaVersion: backup.schemaVersion,
            at: backup.at, rows: backup.counts)
    }
}
