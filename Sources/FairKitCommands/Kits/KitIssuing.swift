import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

extension LocalClient {
    /// Sends batches one after the other. Each has its own idempotency key, so that a batch whose response was lost is not issued twice. A batch
    /// with activation secrets is sent only once: a repeated response would not hold them.
    func issue(_ batches: [KitBatchRequest], after each: (KitBatchBody) throws -> Void) async throws {
        for batch in batches {
            var request = request(.POST, "/api/v1/test-kits", as: .administrator)
            request.headers += [("Content-Type", "application/json"), ("Idempotency-Key", UUID().uuidString)]
            request.body = try JSONEncoder().encode(batch)
            let reply = try await send(request, repeatable: batch.secrets != true)
            guard reply.isSuccess else { throw OperatorError(reply.problem.sentence) }
            try each(try reply.decode(KitBatchBody.self))
        }
    }
}

/// The laboratory and the expiry date of new kits.
struct KitDestination: ParsableArguments {
    @Option(help: "The name of the laboratory to which the new kits are assigned.")
    var laboratory: String?

    @Option(help: ArgumentHelp("The last day on which the new kits can be used; then they expire.", valueName: "date"))
    var useBy: String?
}
