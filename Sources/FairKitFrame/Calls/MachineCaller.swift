import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The caller of a request on the control socket: a program with permission to open the socket acts in the role that it
/// names.
enum MachineCaller {
    private static let header = HTTPField.Name("FairKit-Role")

    /// The caller in a tenant.
    static func caller(of call: UnauthenticatedCall) async throws -> Caller {
        let subject = try await call.tenancy.callers.actOnMachine(as: role(in: call.request))
        return Caller(subject: subject, route: call.context.pattern, requestID: call.context.requestID)
    }

    /// The operator, who acts on all tenants as an administrator.
    static func `operator`(of call: PublicCall) throws(Problem) -> Caller {
        let role = role(in: call.request)
        guard role == nil || role == RoleName.administrator.rawValue else { throw .forbidden }
        return Caller(
            subject: Subject(.machine, role: .administrator), route: call.context.pattern,
            requestID: call.context.requestID)
    }

    private static func role(in request: Request) -> String? { header.flatMap { request.headers[$0] } }
}

extension MachineRoleFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .malformed:
            Problem(
                .badRequest, .malformedRequest,
                "FairKit-Role is administrator, clinician, consumer, patient;ID or laboratory;NAME (percent-encoded).")
        case .profileUnknown: Problem(.notFound, .profileUnknown, "There is no profile with this id.")
        case .laboratoryUnknown:
            Problem(
                .notFound, .laboratoryUnknown,
                "There is no laboratory with this name. Its first key adds it: "
                    + "fairkit key create --role laboratory --laboratory NAME --name …")
        case .store(let error): error.problem
        }
    }
}
