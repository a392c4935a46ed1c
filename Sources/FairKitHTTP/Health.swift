import FairKitService
import Hummingbird

/// For whoever watches the server: it lives, and it can work.
struct Health: Sendable {
    let check: CheckReadiness

    struct Body: Encodable {
        let status: String
    }

    @Sendable func live(_ request: Request, _ context: FairKitContext) -> Answer<Body> {
        Answer(Body(status: "live"))
    }

    @Sendable func ready(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        try await check()
        return Answer(Body(status: "ready"))
    }
}
