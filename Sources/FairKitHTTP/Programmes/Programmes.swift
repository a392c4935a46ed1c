import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// Programmes of partners, their targets and their coordinators.
enum Programmes {
    static func list(_ call: Call) async throws -> Answer<ListBody<ProgrammeBody>> {
        try call.noQuery()
        let views = try await call.tenancy.programmes.list(by: call.caller)
        return Answer(ListBody(all: views.map { ProgrammeBody($0, for: call) }))
    }

    static func show(_ call: Call) async throws -> Answer<ProgrammeBody> {
        answer(try await call.tenancy.programmes.show(call.id(), by: call.caller), call)
    }

    static func create(_ call: Call) async throws -> Answer<ProgrammeBody> {
        var (body, faults) = try await call.jsonAndFaults(ProgrammeRequest.self)
        let draft = ProgrammeDraft(
            name: body.name, partner: body.partner, startsOn: faults.day(body.startsOn, "/startsOn"),
            endsOn: body.endsOn.map { faults.day($0, "/endsOn") },
            economics: body.economics.flatMap { faults.economics($0) })
        let view = try await call.tenancy.programmes.create(draft, found: faults, by: call.caller)
        return Answer(
            created: ProgrammeBody(view, for: call), at: "/api/v1/programmes/\(view.programme.id)",
            version: view.programme.version)
    }

    /// A JSON merge patch (RFC 7396): null removes the last day or the economics, which are replaced as a whole.
    static func change(_ call: Call) async throws -> Answer<ProgrammeBody> {
        let (id, precondition) = (try call.id() as ProgrammeID, try call.request.requiredPrecondition)
        var (patch, faults) = try await call.mergePatch()
        guard case .object(let members) = patch else { throw Problem.malformedJSON }
        var changes: [@Sendable (inout Programme) -> Void] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            switch (name, value) {
            case ("name", .text(let text)): changes.append { $0.name = text }
            case ("partner", .text(let text)): changes.append { $0.partner = text }
            case ("startsOn", .text(let text)):
                let day = faults.day(text, "/startsOn")
                changes.append { $0.startsOn = day }
            case ("endsOn", .null): changes.append { $0.endsOn = nil }
            case ("endsOn", .text(let text)):
                let day = faults.day(text, "/endsOn")
                changes.append { $0.endsOn = day }
            case ("economics", .null): changes.append { $0.economics = nil }
            case ("economics", .object):
                var inside = Faults()
                let body = try inside.read(EconomicsBody.self, from: value)
                faults.record(inside, inside: "/economics")
                guard let economics = faults.economics(body) else { continue }
                changes.append { $0.economics = economics }
            case ("name", _), ("partner", _): faults.record(Invalid(path: [name], "a text"))
            case ("startsOn", _), ("endsOn", _): faults.record(Invalid(path: [name], "a day as YYYY-MM-DD"))
            case ("economics", _): faults.record(Invalid(path: [name], "an object or null"))
            default: faults.record(Invalid(path: [name], "can't be changed"))
            }
        }
        let view = try await call.tenancy.programmes.change(
            id, expectedVersions: precondition.versions, found: faults, by: call.caller
        ) { [changes] programme in for change in changes { change(&programme) } }
        return answer(view, call)
    }

    static func setTargets(_ call: Call) async throws -> Answer<ProgrammeBody> {
        let (id, precondition) = (try call.id() as ProgrammeID, try call.request.requiredPrecondition)
        var (body, faults) = try await call.jsonAndFaults(TargetsRequest.self)
        var targets: [CalendarQuarter: Int] = [:]
        for (text, people) in body.targets.sorted(by: { $0.key < $1.key }) {
            guard let quarter = CalendarQuarter(text) else {
                faults.record(Invalid(path: ["targets", text], "a quarter such as 2026-Q4"))
                continue
            }
            targets[quarter] = people
        }
        let view = try await call.tenancy.programmes.setTargets(
            of: id, to: targets, expectedVersions: precondition.versions, found: faults, by: call.caller)
        return answer(view, call)
    }

    static func setCoordinators(_ call: Call) async throws -> Answer<ProgrammeBody> {
        let (id, precondition) = (try call.id() as ProgrammeID, try call.request.requiredPrecondition)
        var (body, faults) = try await call.jsonAndFaults(CoordinatorsRequest.self)
        var accounts: [AccountID] = []
        for (index, text) in body.accountIds.enumerated() {
            guard let account = AccountID(text) else {
                faults.record("/accountIds/\(index)", "the id of an account")
                continue
            }
            accounts.append(account)
        }
        let view = try await call.tenancy.programmes.setCoordinators(
            of: id, to: accounts, expectedVersions: precondition.versions, found: faults, by: call.caller)
        return answer(view, call)
    }

    static func replaceJoinCode(_ call: Call) async throws -> Answer<ProgrammeBody> {
        let (id, precondition) = (try call.id() as ProgrammeID, try call.request.requiredPrecondition)
        let view = try await call.tenancy.programmes.replaceJoinCode(
            of: id, expectedVersions: precondition.versions, by: call.caller)
        return answer(view, call)
    }

    /// Of a programme.
    static func figures(_ call: Call) async throws -> Answer<FiguresBody> {
        try await figures(of: try call.id() as ProgrammeID, call)
    }

    /// Of the whole clinic.
    static func clinicFigures(_ call: Call) async throws -> Answer<FiguresBody> {
        try await figures(of: nil, call)
    }

    private static func figures(of id: ProgrammeID?, _ call: Call) async throws -> Answer<FiguresBody> {
        let period = try call.query(["period"], pages: []) { query in
            query.value("period", FigurePeriod.form) { FigurePeriod($0) }
        }
        let figures = try await call.tenancy.programmes.figures(of: id, in: period ?? .last(30), by: call.caller)
        return Answer(FiguresBody(figures))
    }

    private static func answer(_ view: ProgrammeView, _ call: Call) -> Answer<ProgrammeBody> {
        Answer(ProgrammeBody(view, for: call), version: view.programme.version)
    }
}

extension FiguresBody {
    init(_ figures: ProgrammeFigures) {
        self.init(
            programme: figures.programme.map { "\($0.id)" }, period: figures.period,
            days: figures.from...figures.through, countedThrough: figures.countedThrough, people: figures.people,
            completedByFlag: figures.completedByFlag, target: figures.target, investment: figures.investment,
            parts: figures.parts.map { Part(from: $0.from, through: $0.through, people: $0.people) })
    }
}

extension ProgrammeBody {
    fileprivate init(_ view: ProgrammeView, for call: Call) {
        self.init(
            view.programme, targets: view.targets,
            coordinators: call.caller.subject.role == .administrator ? view.coordinators : nil,
            quarter: Quarter(view.quarter, completed: view.completed, target: view.target))
    }
}

extension ProgrammeFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .tooMany:
            Problem(.conflict, .tooManyProgrammes, "The tenant has \(Programme.most) programmes already.")
        case .changed(let version): .versionMismatch(version)
        }
    }
}
