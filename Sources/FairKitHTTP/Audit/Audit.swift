import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import TextEncodings

/// The audit log: entries for administrators, accesses to their own record for patients, and on the control socket
/// export and verification.
enum Audit {
    static func list(_ call: Call) async throws -> Answer<ListBody<AuditBody>> {
        let names: Set<Substring> = ["from", "to", "patientId", "actor", "action", "outcome", "breakGlass"]
        let (filter, (start, limit)) = try call.query(names) { query in
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
            return (filter, try query.page(call) { AuditCursor($0) })
        }
        let page = try await call.tenancy.audit.list(filter, before: start, limit: limit, by: call.caller)
        return try call.list(page) { AuditBody($0) }
    }

    static func accesses(_ call: Call) async throws -> Answer<ListBody<Access>> {
        let id: ProfileID = try call.id()
        let (start, limit) = try call.page { AuditCursor($0) }
        let page = try await call.tenancy.audit.accesses(to: id, before: start, limit: limit, by: call.caller)
        return try call.list(page) { Access($0) }
    }

    static func verify(_ call: Call) async throws -> Answer<VerificationBody> {
        var (body, faults) = try await call.jsonAndFaults(VerificationRequest.self)
        let kept = body.checkpoint?.checked(&faults)
        try faults.refuse()
        let report = try await call.work { try await call.tenancy.audit.verify(against: kept, by: call.caller) }
        return Answer(VerificationBody(report.verification, publicKey: report.publicKey, tenant: report.tenant))
    }

    static func export(_ call: Call) async throws -> Answer<AuditPartBody> {
        let wanted = try call.query(["from", "to", "after", "end"], pages: []) { query in
            var wanted = AuditRange()
            wanted.from = query.time("from")
            wanted.to = query.time("to")
            wanted.after = query.eventNumber("after") ?? 0
            wanted.end = query.eventNumber("end")
            return wanted
        }
        let part = try await call.tenancy.audit.export(wanted, by: call.caller)
        return Answer(
            AuditPartBody(
                part.entries, part.checkpoints, next: part.next, end: part.end, publicKey: part.publicKey,
                tenant: part.tenant))
    }

    /// One access to a person's record, as shown to that person. It says nothing about other people.
    struct Access: JSONBody {
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
