import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

extension Route {
    /// Programmes, figures about them, and who is in them.
    static let programmes: [Route] = [
        .api(.get, "/programmes", for: .readFigures, Programmes.list),
        .api(.post, "/programmes", for: .manageProgrammes, Programmes.create),
        .api(.get, "/programmes/{id}", for: .readFigures, Programmes.show),
        .api(.patch, "/programmes/{id}", for: .manageProgrammes, Programmes.change),
        .api(.put, "/programmes/{id}/targets", for: .manageProgrammes, Programmes.setTargets),
        .api(.put, "/programmes/{id}/coordinators", for: .manageProgrammes, Programmes.setCoordinators),
        .api(.post, "/programmes/{id}/join-code", for: .manageProgrammes, Programmes.replaceJoinCode),
        .api(.get, "/programmes/{id}/figures", for: .readFigures, Programmes.figures),
        .api(.get, "/programmes/{id}/figures.csv", for: .readFigures, FigureFiles.csv),
        .api(.get, "/programmes/{id}/figures.pdf", for: .readFigures, FigureFiles.pdf),
        .api(.get, "/figures", for: .readFigures, Programmes.clinicFigures),
        .api(.get, "/profiles/{id}/programme", for: .joinProgramme, Memberships.show).of(.profile),
        .api(.put, "/profiles/{id}/programme", for: .joinProgramme, Memberships.join).of(.profile),
        .api(.delete, "/profiles/{id}/programme", for: .joinProgramme, Memberships.leave).of(.profile),
        .api(.get, "/profiles/{id}/programme/offers/{code}", for: .joinProgramme, Memberships.offer).of(.profile),
    ]
}

/// The programmes that people are in.
enum Memberships {
    static func show(_ call: Call) async throws -> Answer<MembershipBody> {
        guard let found = try await call.tenancy.programmes.membership(of: call.id(), by: call.caller) else {
            throw Problem.notFound
        }
        return Answer(MembershipBody(found))
    }

    static func offer(_ call: Call) async throws -> Answer<ProgrammeOfferBody> {
        let code = try call.parameter("code") { $0 }
        let offer = try await call.tenancy.programmes.offer(for: call.id(), code: code, by: call.caller)
        return Answer(
            ProgrammeOfferBody(
                name: offer.name, partner: offer.partner, startsOn: offer.startsOn, endsOn: offer.endsOn))
    }

    static func join(_ call: Call) async throws -> Answer<MembershipBody> {
        let id: ProfileID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(JoinRequest.self)
        let notice = body.notice.flatMap { ConsentNoticeID($0) }
        faults.require((notice == nil) == (body.notice == nil), "/notice", "the id of a text")
        try faults.refuse()
        return Answer(
            MembershipBody(
                try await call.tenancy.programmes.join(id, code: body.code, notice: notice, by: call.caller)))
    }

    static func leave(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.programmes.leave(call.id(), by: call.caller)
        return .noContent
    }
}

extension MembershipBody {
    init(_ membership: ProgrammeMembership) {
        self.init(name: membership.name, partner: membership.partner, joinedAt: membership.joinedAt)
    }
}

extension JoinFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknownCode: Problem(.notFound, .notFound, "No programme has this code.")
        case .closed: Problem(.conflict, .programmeClosed, "The programme has ended, or has not begun.")
        case .inAnother:
            Problem(.conflict, .inProgramme, "The person is in a programme. They have to leave it first.")
        }
    }
}
