import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import Hummingbird
import NIOCore

/// Health checks: liveness and readiness.
enum Health {
    struct Body: Encodable {
        let status: String
        /// What limits the server's work; omitted if nothing does.
        var warnings: [String]?
        /// By how much the system clock was set, negative if back; omitted if it was not.
        var clockSetBySeconds: Int64?
    }

    /// Always the same, so it is encoded once.
    static func live(_ request: Request, _ context: FairKitContext) throws -> Response {
        guard request.uri.query == nil, let alive else {
            return try Answer(Body(status: "live")).response(from: request, context: context)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: alive))
    }

    private static let alive = try? JSONOutput.json(Body(status: "live"))

    static func ready(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let readiness = try await context.shared.ready()
        guard !readiness.writesFail else { throw Problem.storeUnavailable }
        // Still ready: critical results and their alerts must keep reaching it.
        var warnings: [String] = []
        if readiness.isDiskFull { warnings.append("disk-full") }
        if readiness.isDamaged { warnings.append("store-damaged") }
        if readiness.isIncomplete { warnings.append("store-incomplete") }
        if readiness.leavesTenantClosed { warnings.append("tenant-closed") }
        if readiness.otherWritesFail { warnings.append("writes-fail") }
        if readiness.reachesNoOne { warnings.append("escalation-unreachable") }
        if readiness.clockStep != nil { warnings.append("clock-set") }
        if readiness.isReplaced { warnings.append("server-id-taken") }
        warnings += readiness.database.map(\.rawValue)
        return Answer(
            Body(
                status: "ready", warnings: warnings.isEmpty ? nil : warnings,
                clockSetBySeconds: readiness.clockStep.map(\.roundedSeconds)))
    }
}

extension Duration {
    fileprivate var roundedSeconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : attoseconds <= -500_000_000_000_000_000 ? -1 : 0)
    }
}
