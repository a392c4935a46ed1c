import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The actions of clinicians on an alert: they acknowledge it by read-back, and record what came of it.
enum Acknowledgements {
    static func acknowledge(_ call: Call) async throws -> Answer<AlertLoopBody> {
        let id: AlertID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(AcknowledgeRequest.self)
        let readBack = body.readBack(&faults)
        let view = try await call.tenancy.alerts.acknowledge(id, readBack, found: faults, by: call.caller)
        return Answer(AlertLoopBody(view.alert, view.loop))
    }

    static func resolve(_ call: Call) async throws -> Answer<AlertLoopBody> {
        let id: AlertID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(ResolveRequest.self)
        let outcome = AlertResolution.Outcome(rawValue: body.outcome)
        faults.require(
            outcome != nil, "/outcome", AlertResolution.Outcome.allCases.map(\.rawValue).joined(separator: ", "))
        let view = try await call.tenancy.alerts.resolve(
            id, outcome ?? .other, note: body.note, found: faults, by: call.caller)
        return Answer(AlertLoopBody(view.alert, view.loop))
    }
}

extension AcknowledgeRequest {
    fileprivate func readBack(_ faults: inout Faults) -> ReadBack {
        let reached = ReadBack.Reached(rawValue: reached)
        faults.require(
            reached != nil, "/reached", ReadBack.Reached.allCases.map(\.rawValue).joined(separator: ", "))
        return ReadBack(
            level: faults.readBack(value, unit),
            identifiers: ReadBack.Identifiers(
                birthDate: identifiers.birthDate.map { faults.date($0, at: "/identifiers/birthDate") },
                familyName: identifiers.familyName,
                kitCode: faults.readIfPresent(identifiers.kitCode) { text throws(Invalid) in
                    do { return try KitCode(typed: text) } catch {
                        throw Invalid("/identifiers/kitCode", "a kit code such as FU-KIT-2025110701-X")
                    }
                }, reference: identifiers.reference),
            reached: reached ?? .noOtherPerson, note: note)
    }
}

extension AcknowledgeFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .mismatch(let parts):
            .differs(
                parts,
                "The read-back differs from the record. Look at the alert again, and repeat its value and identifiers.")
        case .limited(let wait): .readBacksLimited(wait)
        case .signInAgain: .signInAgain
        case .notOpen(let state): .alertEnded(state)
        }
    }
}

extension ResolveFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notAcknowledged:
            Problem(
                .conflict, .notAcknowledged,
                "A critical alert has to be acknowledged before it is resolved: read its value back first.")
        case .ended(let state): .alertEnded(state)
        }
    }
}

extension Faults {
    /// A level that was read back; nil: none was.
    mutating func readBack(_ value: ExactNumber?, _ unit: String?) -> Level? {
        switch (value, unit) {
        case (let value?, let unit?):
            return LevelBody(value: value, unit: unit, comparator: nil).level(at: "", &self)
        case (nil, nil): break
        case (nil, _): record("/value", "is required with unit")
        case (_, nil): record("/unit", "is required with value")
        }
        return nil
    }
}

extension Problem {
    static func readBacksLimited(_ wait: Duration) -> Problem {
        Problem(
            .tooManyRequests, .tooManyReadBacks,
            "Too many of your read-backs of this alert were wrong. Wait, or let another clinician read it back."
        ).with(.retryAfter, "\(max(1, wait.components.seconds + 1))")
    }

    static let signInAgain = Problem(
        .forbidden, .signInAgain,
        "Ten of your read-backs of this alert were wrong. Sign in again, or let another clinician read it back.")

    static func differs(_ parts: [ReadBackPart], _ detail: String) -> Problem {
        Problem(.unprocessableContent, .readBackMismatch, detail)
            .with(parts.map { FieldError(pointer: $0.rawValue, detail: "differs from the record") })
    }

    fileprivate static func alertEnded(_ state: AlertState) -> Problem {
        Problem(.conflict, .alertEnded, "The alert is \(state.rawValue), and can't be changed any more.")
    }
}
