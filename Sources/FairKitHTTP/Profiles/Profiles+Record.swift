import Coordination
import FairKitAPI
package import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
package import Hummingbird

/// A person's record as a file, for each surface.
package func recordArchive(of id: ProfileID, _ call: Call) async throws -> Response {
    // Archives are built in memory, so few at a time.
    let archive = try await call.shared.concurrency.exports.enter(call.holder) {
        let record = try await call.tenancy.profiles.export(id, by: call.caller)
        // This may take seconds, and must not delay alerts.
        let pdf = await call.tenancy.profiles.printed(record)
        return try await onBlockingThread { try RecordArchive(record, pdf: pdf).bytes }
    }
    return call.file(ByteBuffer(bytes: archive), "application/zip", "attachment; filename=\"fairkit-\(id).zip\"")
}

/// One person's whole record: exported, erased, put under a legal hold.
extension Profiles {
    static func export(_ call: Call) async throws -> Response { try await recordArchive(of: call.id(), call) }

    static func requestErasure(_ call: Call) async throws -> Answer<RequestedErasureBody> {
        let id: ProfileID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(ErasureRequest.self)
        check(body, id, &faults)
        faults.require(body.password != nil, "/password", "is required: the password of your account")
        let code = faults.secondFactor(body.code, body.backupCode)
        try faults.refuse()
        let erasure = try await call.tenancy.profiles.requestErasure(
            of: id, password: body.password ?? "", code: code, by: call.caller)
        return Answer(RequestedErasureBody(erasure), .accepted)
    }

    static func showErasure(_ call: Call) async throws -> Answer<RequestedErasureBody> {
        Answer(RequestedErasureBody(try await call.tenancy.profiles.requestedErasure(of: call.id(), by: call.caller)))
    }

    static func cancelErasure(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.profiles.cancelErasure(of: call.id(), by: call.caller)
        return .noContent
    }

    /// At once, for commands on the server.
    static func erase(_ call: Call) async throws -> Answer<ErasureBody> {
        let id: ProfileID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(ErasureRequest.self)
        check(body, id, &faults)
        try faults.refuse()
        let erased = try await call.tenancy.profiles.erase(id, by: call.caller)
        return Answer(ErasureBody(id, at: erased.at, erased.rows, logIsEmpty: erased.logIsEmpty))
    }

    static func listErasures(_ call: Call) async throws -> Answer<ListBody<RequestedErasureBody>> {
        let (start, limit) = try call.page { ErasureCursor($0) }
        let found = try await call.tenancy.profiles.requestedErasures(after: start, limit: limit, by: call.caller)
        return try call.list(found.page) { RequestedErasureBody($0, isListed: true) }
    }

    static func listHolds(_ call: Call) async throws -> Answer<ListBody<HoldBody>> {
        let (start, limit) = try call.page { ProfileID($0) }
        return try call.list(try await call.tenancy.profiles.holds(after: start, limit: limit, by: call.caller)) {
            HoldBody($0.hold, on: $0.profile)
        }
    }

    static func showHold(_ call: Call) async throws -> Answer<HoldBody> {
        Answer(HoldBody(try await call.tenancy.profiles.hold(on: call.id(), by: call.caller)))
    }

    static func setHold(_ call: Call) async throws -> Answer<HoldBody> {
        let id: ProfileID = try call.id()
        let reason = try await call.json(HoldRequest.self).reason
        return Answer(HoldBody(try await call.tenancy.profiles.hold(reason, on: id, by: call.caller)))
    }

    static func releaseHold(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.profiles.release(call.id(), by: call.showingCaller())
        return .noContent
    }

    static func listErased(_ call: Call) async throws -> Answer<ListBody<ErasedPersonBody>> {
        let profiles = try await call.tenancy.profiles.erased(by: call.caller)
        return Answer(ListBody(all: profiles.map { ErasedPersonBody(id: $0.id, at: $0.at) }))
    }

    private static func check(_ request: ErasureRequest, _ id: ProfileID, _ faults: inout Faults) {
        faults.require(
            ProfileID(request.confirm) == id, "/confirm", "repeat the id of the profile to erase")
    }

}

extension RecordTooLarge: ProblemConvertible {
    package var problem: Problem {
        Problem(
            .conflict, .recordTooLarge,
            "This record is too large for one archive. Read its lists instead: kits, results, accesses.")
    }
}

extension RequestErasureFailure: ProblemConvertible {
    package var problem: Problem {
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
    package var problem: Problem {
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
    package var problem: Problem { Problem(.notFound, .notHeld, "This record is not under a legal hold.") }
}
