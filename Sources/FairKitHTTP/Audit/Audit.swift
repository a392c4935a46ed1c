import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import TextEncodings

/// The audit log: entries for administrators, accesses to their own record for patients, and on the control socket
/// export and verification.
enum Audit {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AuditBody>> {
        let caller = try context.caller
        let names: Set<Substring> = ["from", "to", "patientId", "actor", "action", "outcome", "breakGlass"]
        let (filter, (start, limit)) = try Query.read(request, names) { query in
            var filter = AuditFilter()
            filter.from = query.time("from")
            filter.to = query.time("to")
            filter.patient = query.id("patientId")
            filter.actor = query.id("actor")
            filter.action = query.value("action", "an action such as result.read; the documentation lists them") {
                AuditAction(rawValue: $0)
            }
            filter.outcome = query.word("outcome")
            filter.isBreakGlass = query.isSet("breakGlass")
            return (filter, try query.page(context) { AuditCursor($0) })
        }
        let page = try await context.tenancy.audit.list(filter, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { AuditBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func accesses(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Access>> {
        let caller = try context.caller
        let id = try context.id("id", of: ProfileID.self) { ProfileID($0) }
        let (start, limit) = try Query.page(request, context) { AuditCursor($0) }
        let page = try await context.tenancy.audit.accesses(to: id, before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { Access($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func verify(_ request: Request, _ context: FairKitContext) async throws -> Answer<VerificationBody> {
        var faults = Faults()
        let kept = try await request.json(VerificationRequest.self, context, noting: &faults).checkpoint?
            .checked(&faults)
        try faults.refuse()
        let (audit, caller) = (try context.tenancy.audit, try context.caller)
        let report = try await context.work(for: request) { try await audit.verify(against: kept, by: caller) }
        return Answer(VerificationBody(report.verification, publicKey: report.publicKey, tenant: report.tenant))
    }

    static func export(_ request: Request, _ context: FairKitContext) async throws -> Answer<AuditPartBody> {
        let wanted = try Query.read(request, ["from", "to", "after", "end"], pages: []) { query in
            var wanted = AuditRange()
            wanted.from = query.time("from")
            wanted.to = query.time("to")
            wanted.after = query.value("after", AlertEvents.expected, AlertEvents.number) ?? 0
            wanted.end = query.value("end", AlertEvents.expected, AlertEvents.number)
            return wanted
        }
        let part = try await context.tenancy.audit.export(wanted, by: try context.caller)
        return Answer(
            AuditPartBody(
                part.entries, part.checkpoints, next: part.next, end: part.end, publicKey: part.publicKey,
                tenant: part.tenant))
    }

    /// One access to a person's record, as shown to that person. It says nothing about other people.
    struct Access: Encodable {
        let at: String
        let action: String
        let outcome: String
        let role: String?
        let keyId: String?
        let accountId: String?
        let name: String?
        /// Whether only emergency access (break-glass) allowed it.
        let breakGlass: Bool
        /// The share that an access without an account used.
        let shareId: String?
        /// The person's kit, result or alert that was accessed.
        let objectId: String?

        init(_ access: AccessView) {
            at = "\(access.at)"
            action = access.action.rawValue
            outcome = access.outcome.rawValue
            role = access.role?.rawValue
            keyId = access.key?.description
            accountId = access.account?.description
            name = access.name
            breakGlass = access.breakGlass
            shareId = access.share
            objectId = access.object
        }
    }

}
