import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

extension LocalClient {
    /// Sends batches one after the other. Each has a key of its own, so that one whose answer was lost is not drawn twice. A batch with
    /// activation secrets is sent once: a repeated answer would not have them.
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

/// Where new kits go, and until when they are good.
struct KitDestination: ParsableArguments {
    @Option(help: "Assign new kits to this laboratory, by its name.")
    var laboratory: String?

    @Option(help: ArgumentHelp("The last day on which new kits may be used; then they expire.", valueName: "date"))
    var useBy: String?
}
