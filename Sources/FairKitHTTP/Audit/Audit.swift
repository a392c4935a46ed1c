import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import TextEncodings

/// Who did what, for administrators; who saw their record, for patients; and both ends of proving it, on the unix socket.
enum Audit {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AuditBody>> {
        let caller = try context.caller
        let query = try Query(request, ["from", "to", "patientId", "actor", "action", "outcome", "breakGlass"])
        var filter = AuditFilter()
        filter.from = try query.value("from") { Timestamp($0) }
        filter.to = try query.value("to") { Timestamp($0) }
        filter.patient = try query.value("patientId") { ProfileID($0) }
        filter.actor = try query.value("actor") { ActorID($0) }
        filter.action = try query.value("action") { AuditAction(rawValue: $0) }
        filter.outcome = try query.value("outcome") { AuditOutcome(rawValue: $0) }
        filter.isBreakGlass = try query.value("breakGlass") { Bool($0) } ?? false
        let page = try await context.tenancy.audit.list(
            filter, before: try query.cursor(context) { AuditCursor($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { AuditBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func accesses(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Access>> {
        let caller = try context.caller
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let query = try Query(request)
        let page = try await context.tenancy.audit.accesses(
            to: id, before: try query.cursor(context) { AuditCursor($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { Access($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func verify(_ request: Request, _ context: FairKitContext) async throws -> Answer<Verified> {
        let kept = try await request.json(Verifying.self, context).checkpoint?.checked()
        return Answer(Verified(try await context.tenancy.audit.verify(against: kept, by: try context.caller)))
    }

    static func export(_ request: Request, _ context: FairKitContext) async throws -> Answer<Exported> {
        let query = try Query(request, ["from", "to", "after", "end"], pages: [])
        var wanted = AuditRange()
        wanted.from = try query.value("from") { Timestamp($0) }
        wanted.to = try query.value("to") { Timestamp($0) }
        wanted.after = try query.value("after", AlertEvents.number) ?? 0
        wanted.end = try query.value("end", AlertEvents.number)
        return Answer(Exported(try await context.tenancy.audit.export(wanted, by: try context.caller)))
    }

    /// One access to a person's record, as that person is told of it: nothing of anybody else.
    struct Access: Encodable {
        let at: String
        let action: String
        let outcome: String
        let role: String?
        let keyId: String?
        let accountId: String?
        /// Whether it was allowed only since the record was opened in an emergency.
        let breakGlass: Bool
        /// Which share it came by, of one without an account.
        let shareId: String?
        /// Which of the person's kits, results or alerts it was, of one.
        let objectId: String?

        init(_ access: AccessView) {
            at = "\(access.at)"
            action = access.action.rawValue
            outcome = access.outcome.rawValue
            role = access.role?.rawValue
            keyId = access.key?.description
            accountId = access.account?.description
            breakGlass = access.breakGlass
            shareId = access.share
            objectId = access.object
        }
    }

    private struct Verifying: Decodable {
        let checkpoint: CheckpointBody?
    }

    /// What a verification found.
    struct Verified: Encodable {
        struct Finding: Encodable {
            let code: String
            let number: Int64?
            let detail: String
        }
        let sound: Bool
        let entries: Int64
        let checkpoint: CheckpointBody?
        let publicKey: String
        let tenant: String
        let findings: [Finding]

        init(_ report: AuditReport) {
            let verification = report.verification
            sound = verification.isSound
            entries = verification.entries
            checkpoint = verification.checkpoint.map { CheckpointBody($0) }
            publicKey = hexadecimal(report.publicKey)
            tenant = report.tenant
            findings = verification.findings.map {
                Finding(code: $0.code, number: $0.number, detail: $0.sentence)
            }
        }
    }

    /// A part of an export.
    struct Exported: Encodable {
        let tenant: String
        let publicKey: String
        let entries: [AuditBody]
        let checkpoints: [CheckpointBody]
        let next: Int64?
        let end: Int64

        init(_ part: AuditPart) {
            tenant = part.tenant
            publicKey = hexadecimal(part.publicKey)
            entries = part.entries.map { AuditBody($0) }
            checkpoints = part.checkpoints.map { CheckpointBody($0) }
            next = part.next
            end = part.end
        }
    }
}
