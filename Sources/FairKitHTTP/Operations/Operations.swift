import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// The operator's work on the store; on the control socket only.
enum Operations {
    static func statistics(_ call: Call) async throws -> Answer<StoreStatistics> {
        Answer(try await call.tenancy.operations.statistics(by: call.caller))
    }

    static func clinicHealth(_ call: Call) async throws -> Answer<ClinicHealthBody> {
        try call.noQuery()
        let health = try await call.tenancy.operations.health(by: call.caller)
        return Answer(
            ClinicHealthBody(
                queueSeconds: health.queueAge.components.seconds, diskFull: health.isDiskFull,
                lastBackupAt: health.lastBackup?.description, lastDrillAt: health.lastDrill?.at.description))
    }

    static func recordDrill(_ call: Call) async throws -> HTTPResponse.Status {
        let drill = try await call.json(DrillRequest.self)
        try await call.tenancy.operations.recordDrill(of: drill.backup, isSound: drill.isSound, by: call.caller)
        return .noContent
    }

    static func listEndedAccess(_ call: Call) async throws -> Answer<RevokedAccessBody> {
        let found = try await call.tenancy.operations.endedAccess(by: call.caller)
        return Answer(RevokedAccessBody(found))
    }

    /// The progress of a long task.
    static func progress(_ call: OperatorCall) async throws -> Answer<WorkBody> {
        let now = try call.parameter("name") { call.operation.works.progress(of: $0) }.now
        return Answer(WorkBody(done: now.done, all: now.all))
    }

    static func confirmClock(_ call: OperatorCall) async throws -> Answer<ConfirmedClockBody> {
        let ahead = try await call.operation.tenants.confirmClock(by: call.caller)
        return Answer(ConfirmedClockBody(aheadSeconds: ahead.components.seconds))
    }

    static func check(_ call: Call) async throws -> Answer<CheckBody> {
        let found = try await call.work { try await call.tenancy.operations.check(by: call.caller) }
        let tenants = call.shared.operation?.tenants
        let control = try await tenants?.checkControl()
        return Answer(
            CheckBody(
                StoreCheck(findings: [control].compactMap(\.self) + found.findings), warnings: tenants?.warnings ?? []))
    }
}

extension BackupBody {
    init(_ backup: Backup) {
        self.init(
            path: backup.path, bytes: backup.bytes, pages: backup.pages, schemaVersion: backup.schemaVersion,
            at: backup.at, rows: backup.counts)
    }
}
