import FairKitService
import HTTPTypes
import Hummingbird

/// Stands in the place of `AuthenticateRequests` on the unix socket: whoever may open it may act, in the role named.
struct TrustMachine: RouterMiddleware {
    let act: ActOnMachine

    private static let header = HTTPField.Name("FairKit-Role")

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let role = TrustMachine.header.flatMap { request.headers[$0] }
        var context = context
        context.subject = Caller(subject: try await act(as: role), requestID: context.requestID)
        return try await next(request, context)
    }
}

extension ActOnMachine.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .malformed:
            Problem(
                .badRequest, "malformed-request",
                "FairKit-Role is administrator, clinician, consumer, patient;ID or laboratory;NAME (percent-encoded).")
        case .profileUnknown: Problem(.notFound, "profile-unknown", "There is no profile of this id.")
        case .laboratoryUnknown:
            Problem(
                .notFound, "laboratory-unknown",
                "There is no laboratory of this name. It is added with its first key: "
                    + "fairkit key create --role laboratory --laboratory NAME --name …")
        case .store(let error): error.problem
        }
    }
}
