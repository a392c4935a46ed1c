import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Kits after they are issued: listed, tracked, reviewed.
enum KitLife {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<KitBody>> {
        let caller = try context.caller
        let (filter, start, limit, counts) = try Query.read(request, Query.ofKits.union(["total"])) { query in
            let filter = query.kits()
            let (start, limit) = try query.page(context) { KitCursor($0) }
            return (filter, start, limit, query.counts())
        }
        let page = try await context.tenancy.kits.list(
            filter, after: start, limit: limit, counting: counts, by: caller)
        return Answer(
            ListBody(
                items: page.items.map { KitBody($0) }, nextCursor: try context.cursor(page.next), total: page.total))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        Answer(KitBody(try await context.tenancy.kits.show(try kit(context), by: try context.caller)))
    }

    /// By code, which is sent in the body, so that no access log holds it.
    static func search(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let code = try Faults().kitCode(try await request.json(KitSearchRequest.self, context).kitCode)
        return Answer(KitBody(try await context.tenancy.kits.find(code, by: try context.caller)))
    }

    static func issue(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBatchBody> {
        var faults = Faults()
        let (body, caller) = try await request.keyedJSON(KitBatchRequest.self, for: .kits, context, noting: &faults)
        let (batch, isShipped) = (body.batch(&faults), body.isShipped(&faults))
        let made = try await context.tenancy.kits.issue(
            batch, shipped: isShipped, withSecrets: body.secrets ?? false, laboratory: body.laboratory,
            useBy: faults.readIfPresent(body.useBy) { day throws(Invalid) in try CalendarDate(day, at: "/useBy") },
            issuedOn: faults.readIfPresent(body.issuedOn) { day throws(Invalid) in
                try CalendarDate(day, at: "/issuedOn")
            }, found: faults, by: caller)
        var answer = Answer(KitBatchBody(items: made.value.map { KitBatchBody.Item($0) }))
        answer.mark(made, by: caller)
        return answer
    }

    static func report(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let caller = try context.caller
        let id = try kit(context)
        var faults = Faults()
        let body = try await request.json(KitStatusRequest.self, context, noting: &faults)
        let status = faults.kitStatus(body.status)
        let shipment = KitShipment(carrier: body.carrier, trackingNumber: body.trackingNumber)
        return Answer(
            KitBody(
                try await context.tenancy.kits.advance(
                    id, to: status, reason: body.reason, shipment: shipment,
                    for: faults.readIfPresent(body.profileId) { (text) throws(Invalid) in
                        guard let id = ProfileID(text) else { throw Invalid("/profileId", "the id of a person") }
                        return id
                    }, found: faults, by: caller)))
    }

    /// By the code on the sample, since the kit need not be registered or issued.
    static func arrive(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(KitArrivalRequest.self, context, noting: &faults)
        return Answer(KitBody(try await context.tenancy.kits.arrive(try body.arrival(&faults), by: caller)))
    }

    static func assign(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let (id, caller) = (try kit(context), try context.caller)
        var faults = Faults()
        let body = try await request.json(KitAssignmentRequest.self, context, noting: &faults)
        try faults.refuse()
        return Answer(KitBody(try await context.tenancy.kits.assign(id, to: body.laboratory, by: caller)))
    }

    static func photo(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try kit(context)
        let jpeg = try await context.tenancy.kits.photo(of: id, by: try context.caller)
        return Response(
            status: .ok,
            headers: [.contentType: "image/jpeg", .contentDisposition: "attachment; filename=\"fairkit-\(id).jpg\""],
            body: ResponseBody(inChunks: ByteBuffer(bytes: jpeg), on: context.channel))
    }

    static func review(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        Answer(KitBody(try await context.tenancy.kits.clear(try kit(context), by: try context.caller)))
    }

    private static func kit(_ context: FairKitContext) throws(Problem) -> KitID {
        try context.id("id", of: KitID.self) { KitID($0) }
    }
}

extension Query {
    /// The filters of a list of kits.
    static let ofKits: Set<Substring> = ["status", "needsReview", "profileId", "due", "overdue", "laboratory"]

    mutating func kits() -> KitFilter {
        KitFilter(
            status: word("status"), needsReview: bool("needsReview"), profileID: id("profileId"), due: word("due"),
            isOverdue: isSet("overdue"),
            laboratory: value("laboratory", "the name of a laboratory") { $0.isText(1...100) ? $0 : nil })
    }
}

extension Faults {
    /// A kit code in a body. A malformed one is a problem of its own only if nothing else is wrong.
    func kitCode(_ text: String) throws -> KitCode {
        do { return try KitCode(typed: text) } catch {
            guard !isEmpty else { throw error.problem(at: "/kitCode") }
            var faults = self
            faults.record("/kitCode", error.sentence)
            throw Invalid(faults.fields)
        }
    }

    mutating func kitStatus(_ text: String) -> KitStatus {
        let status = KitStatus(rawValue: text)
        require(status != nil, "/status", "a status that exists")
        return status ?? .received
    }
}
