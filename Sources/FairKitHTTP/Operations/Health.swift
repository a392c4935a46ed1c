import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import Hummingbird
import NIOCore

/// Health checks: liveness and readiness.
enum Health {
    struct Body: JSONBody {
        let status: String
        /// The limits on the server's work; omitted if there are none.
        var warnings: [String]?
        /// The ids of the tenants that a warning is about; omitted if there are none.
        var tenants: [String: [String]]?
        /// By how much the system clock was set, negative if back; omitted if it was not.
        var clockSetBySeconds: Int64?
    }

    /// Always the same, so it is encoded once.
    static func live(_ call: PublicCall) throws -> Response {
        guard call.request.uri.query == nil else {
            return try Answer(Body(status: "live")).response(from: call.request, context: call.context)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: alive))
    }

    private static let alive = ByteBuffer(json: Body(status: "live"))

    static func ready(_ call: PublicCall) async throws -> Answer<Body> {
        let readiness = try await call.shared.ready()
        guard !readiness.writesFail else { throw Problem.storeUnavailable }
        // Still ready: critical results and their alerts must keep reaching it.
        var warnings: [String] = []
        if readiness.isDiskFull { warnings.append("disk-full") }
        if readiness.isDamaged { warnings.append("store-damaged") }
        if readiness.isIncomplete { warnings.append("store-incomplete") }
        if readiness.hasAlteredRows { warnings.append("rows-altered") }
        if readiness.otherWritesFail { warnings.append("writes-fail") }
        // By their ids, which open nothing: a stranger reads this, and must not learn the names of tenants.
        var tenants: [String: [String]] = [:]
        for (warning, ids) in [
            ("tenant-closed", readiness.leftClosed), ("escalation-unreachable", readiness.unreachable),
            ("on-call-without-sign-in", readiness.withoutSignIn),
        ] where !ids.isEmpty {
            warnings.append(warning)
            tenants[warning] = ids.map(\.description).sorted()
        }
        if readiness.clockStep != nil { warnings.append("clock-set") }
        if readiness.isReplaced { warnings.append("server-id-taken") }
        warnings += readiness.database.map(\.rawValue)
        return Answer(
            Body(
                status: "ready", warnings: warnings.isEmpty ? nil : warnings,
                tenants: tenants.isEmpty ? nil : tenants,
                clockSetBySeconds: readiness.clockStep.map(\.roundedSeconds)))
    }
}

extension Duration {
    fileprivate var roundedSeconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : attoseconds <= -500_000_000_000_000_000 ? -1 : 0)
    }
}
