import FairKitCore
import FairKitService
import Testing

@Suite struct `A refusal in a log line` {
    static let refusals: [Refusal<LeaseFailure>] = [
        .forbidden, .notFound, .invalid(Invalid("/token", "a token")), .idempotency(.reused),
        .unproved(.noAccount), .own(.groupUnknown), .own(.groupDisabled), .own(.stale(.acked)),
    ]

    @Test(arguments: refusals) func `is a sentence, without the names of types and cases`(
        refusal: Refusal<LeaseFailure>
    ) {
        let said = "\(refusal)"
        #expect(said.contains(" ") && !said.contains("FairKit") && !said.contains("("))
    }
}
