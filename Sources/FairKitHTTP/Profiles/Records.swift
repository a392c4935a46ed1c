import Coordination
import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// One person's whole record: exported, erased, put under a legal hold.
enum Records {
    static func export(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let caller = try context.caller
        let id = try person(context)
        // Archives are built in memory, so few at a time.
        let archive = try await context.shared.gates.exports.enter(context.holder) {
            let record = try await context.tenancy.profiles.export(id, by: caller)
            // This may take seconds, and must not delay alerts.
            let pdf = try await context.tenancy.profiles.printed(record)
            return try await onBlockingThread { try RecordArchive(record, pdf: pdf).bytes }
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
        faults.require(body.password != nil, "/password", "is required: the password of your account")
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

    /// At once, for commands on the server.
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
        faults.require(
            ProfileID(request.confirm) == id, "/confirm", "repeat the id of the profile to erase")
    }

    private static func person(_ context: FairKitContext) throws(Problem) -> ProfileID {
        try context.id("id", of: ProfileID.self) { ProfileID($0) }
    }

}

extension RecordTooLarge: ProblemConvertible {
    var problem: Problem {
        Problem(
            .conflict, .recordTooLarge,
            "This record is too large for one archive. Read its lists instead: kits, results, accesses.")
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
        .conflict, .legalHold,
        "This record is under a legal hold and can't be erased. Ask an administrator how long the hold lasts.")
}

extension EraseProfileFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .held: .legalHold
        case .openCriticalAlert:
            Problem(
                .conflict, .openCriticalAlert,
                "A critical alert about this person is undelivered, and erasing would lose it. Try again once it is delivered. If no consumer reads its group, an administrator can disable the group."
            )
        }
    }
}

extension NotHeld: ProblemConvertible {
    var problem: Problem { Problem(.notFound, .notHeld, "This record is not under a legal hold.") }
}
