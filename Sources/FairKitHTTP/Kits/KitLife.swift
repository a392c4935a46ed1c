import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Kits on their way: issued, listed, followed, reviewed.
enum KitLife {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<KitBody>> {
        let caller = try context.caller
        let query = try Query(request, ["status", "needsReview", "profileId"])
        let filter = KitFilter(
            status: try query.value("status") { KitStatus(rawValue: $0) },
            needsReview: try query.value("needsReview") { Bool($0) },
            profileID: try query.value("profileId") { ProfileID($0) })
        let page = try await context.tenancy.kits.list(
            filter, after: try query.cursor(context) { KitCursor($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { KitBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        Answer(KitBody(try await context.tenancy.kits.show(try kit(context), by: try context.caller)))
    }

    /// By code, which stands in the body, so that no log of addresses holds it.
    static func search(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let code = try KitCode(typed: try await request.json(KitSearchRequest.self, context).code)
        return Answer(KitBody(try await context.tenancy.kits.find(code, by: try context.caller)))
    }

    static func issue(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBatchBody> {
        let (body, caller) = try await request.keyedJSON(KitBatchRequest.self, for: .kits, context)
        let made = try await context.tenancy.kits.issue(
            try body.batch(), shipped: try body.isShipped(), withSecrets: body.secrets ?? false, by: caller)
        var answer = Answer(KitBatchBody(items: made.value.map { KitBatchBody.Item($0) }))
        answer.mark(made, by: caller)
        return answer
    }

    static func report(_ request: Request, _ context: FairKitContext) async throws -> Answer<KitBody> {
        let caller = try context.caller
        let id = try kit(context)
        let body = try await request.json(KitStatusRequest.self, context)
        guard let status = KitStatus(rawValue: body.status) else {
            throw Invalid("/status", "a status that exists")
        }
        return Answer(
            KitBody(try await context.tenancy.kits.advance(id, to: status, reason: body.reason, by: caller)))
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
