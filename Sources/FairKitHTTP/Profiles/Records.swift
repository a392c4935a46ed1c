import Coordination
import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// What is kept about one person as a whole: taken along, erased, kept from being erased.
enum Records {
    static func export(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let id = try person(context)
        // Archives are made in memory: few at once.
        let archive = try await context.shared.gates.exports.enter(context.holder) {
            let record = try await context.tenancy.profiles.export(id, by: caller)
            // It may take seconds, in which alerts go on.
            return try await apart { try RecordArchive(record).bytes }
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip",
                .contentDisposition: "attachment; filename=\"fairkit-\(id).zip\"",
            ],
            body: ResponseBody(inChunks: ByteBuffer(bytes: archive), on: context.channel))
    }

    static func requestErasure(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<RequestedErasureBody> {
        let caller = try context.caller
        let id = try person(context)
        var faults = Faults()
        let body = try await request.json(ErasureRequest.self, context, noting: &faults)
        check(body, id, &faults)
        faults.demand(body.password != nil, "/password", "is required: that of the account that asks")
        let code = faults.secondFactor(body.code, body.backupCode)
        try faults.refuse()
        let erasure = try await context.tenancy.profiles.requestErasure(
            of: id, password: body.password ?? "", code: code, by: caller)
        var answer = Answer(RequestedErasureBody(erasure))
        answer.status = .accepted
        return answer
    }

    static func showErasure(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<RequestedErasureBody> {
        Answer(
            RequestedErasureBody(
                try await context.tenancy.profiles.requestedErasure(
                    of: try person(context), by: try context.caller)))
    }

    static func cancelErasure(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.profiles.cancelErasure(of: try person(context), by: try context.caller)
        return .noContent
    }

    /// At once, for whoever works on the server's machine.
    static func erase(_ request: Request, _ context: FairKitContext) async throws -> Answer<ErasureBody> {
        let caller = try context.caller
        let id = try person(context)
        var faults = Faults()
        check(try await request.json(ErasureRequest.self, context, noting: &faults), id, &faults)
        try faults.refuse()
        let erased = try await context.tenancy.profiles.erase(id, by: caller)
        return Answer(ErasureBody(id, at: erased.at, erased.rows, logIsEmpty: erased.logIsEmpty))
    }

    static func showHold(_ request: Request, _ context: FairKitContext) async throws -> Answer<HoldBody> {
        Answer(HoldBody(try await context.tenancy.profiles.hold(on: try person(context), by: try context.caller)))
    }

    static func setHold(_ request: Request, _ context: FairKitContext) async throws -> Answer<HoldBody> {
        let caller = try context.caller
        let id = try person(context)
        let reason = try await request.json(HoldRequest.self, context).reason
        return Answer(HoldBody(try await context.tenancy.profiles.hold(reason, on: id, by: caller)))
    }

    static func releaseHold(_ request: Request, _ context: FairKitContext) async throws -> Response {
        try await context.tenancy.profiles.release(try person(context), by: try context.caller)
        return Response(status: .noContent)
    }

    static func listErased(_ request: Request, _ context: FairKitContext) async throws -> Answer<
        ListBody<ErasedPersonBody>
    > {
        let profiles = try await context.tenancy.profiles.erased(by: try context.caller)
        return Answer(ListBody(items: profiles.map { ErasedPersonBody(id: $0.id, at: $0.at) }, nextCursor: nil))
    }

    private static func check(_ request: ErasureRequest, _ id: ProfileID, _ faults: inout Faults) {
        faults.demand(
            ProfileID(request.confirm) == id, "/confirm", "the id of the profile that is to be erased, once more")
    }

    private static func person(_ context: FairKitContext) throws(Problem) -> ProfileID {
        try context.id("id", of: ProfileID.self) { ProfileID($0) }
    }

}

extension RecordTooLarge: ProblemConvertible {
    var problem: Problem {
        Problem(
            .conflict, .recordTooLarge,
            "There is more than one archive takes. Read it by its lists instead: kits, results, accesses.")
    }
}

extension RequestErasureFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .held: .legalHold
        case .notRequested: .notFound
        case .account(let failure): failure.problem
        }
    }
}

extension Problem {
    fileprivate static let legalHold = Problem(
        .conflict, .legalHold, "The law demands that this record is kept for now. Ask an administrator until when.")
}

extension EraseProfileFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .held: .legalHold
        case .openCriticalAlert:
            Problem(
                .conflict, .openCriticalAlert,
                "A critical alert about this person waits in a consumer group, and would be lost. Let the group ack it, switch the group off if nobody claims from it, or have the result corrected, and ask again."
            )
        }
    }
}

extension NotHeld: ProblemConvertible {
    var problem: Problem { Problem(.notFound, .notHeld, "No legal hold stands: this record may be erased.") }
}
