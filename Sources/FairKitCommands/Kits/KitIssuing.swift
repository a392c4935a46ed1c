import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// A batch of kits to issue or ship, at most `largest` at once, as the server takes them.
struct KitBatch: Encodable {
    static let largest = 100

    var codes: [String]?
    var count: Int?
    let status: String

    /// What became of each.
    struct Outcomes: Codable {
        struct Item: Codable {
            let code: String
            let outcome: String
            let id: String?
            let status: String?
            let detail: String?
        }
        var items: [Item] = []
    }
}

extension LocalClient {
    /// Sends batches one after the other. Each has a key of its own, so that one whose answer was lost is not drawn twice.
    func issue(_ batches: [KitBatch], after each: (KitBatch.Outcomes) throws -> Void) async throws {
        for batch in batches {
            var request = request(.POST, "/api/v1/test-kits", as: .administrator)
            request.headers += [("Content-Type", "application/json"), ("Idempotency-Key", UUID().uuidString)]
            request.body = try JSONEncoder().encode(batch)
            let reply = try await send(request, repeatable: true)
            guard reply.isSuccess else { throw OperatorError(reply.problem.sentence) }
            try each(try reply.decode(KitBatch.Outcomes.self))
        }
    }
}
