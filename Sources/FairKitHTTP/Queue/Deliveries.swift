import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The calls of consumers on the deliveries of their group: claim, ack, extend, release.
enum Deliveries {
    static func claim(_ call: Call) async throws -> Answer<ClaimBody> {
        let asked = try await claimRequest(call)
        let deliveries =
            asked.waitSeconds == 0
            ? try await call.tenancy.deliveries.claim(asked, by: call.caller)
            : try await waitingClaim(asked, call)
        return Answer(ClaimBody(items: deliveries.map { DeliveryBody($0) }))
    }

    // Neither is inlined: its variables would be kept while the claim waits.
    @inline(never)
    private static func claimRequest(_ call: Call) async throws -> ClaimRequest {
        let (body, faults) = try await call.jsonAndFaults(Claiming.self)
        return try ClaimRequest(
            group: try call.groupName, consumer: body.consumer, limit: body.limit ?? 1,
            leaseSeconds: body.leaseSeconds, waitSeconds: body.wait ?? 0, found: faults)
    }

    /// If there is no slot to wait in, the claim returns the deliveries that are there, and is refused only if there
    /// are none.
    @inline(never)
    private static func waitingClaim(_ asked: ClaimRequest, _ call: Call) async throws -> [Delivery] {
        if let slot = call.shared.concurrency.claims.slot(for: call.holder) {
            defer { withExtendedLifetime(slot) {} }
            return try await call.context.untilClosed {
                try await call.tenancy.deliveries.claim(asked, by: call.caller)
            }
        }
        let found = try await call.tenancy.deliveries.claim(asked.withoutWaiting, by: call.caller)
        guard found.isEmpty else { return found }
        throw Problem.tooManyOpen("waiting claims: 500 per key or account, 1,000 per tenant")
    }

    static func ack(_ call: Call) async throws -> Answer<OneOrMany<Acked>> {
        var (tokens, faults) = try await call.jsonAndFaults(Tokens.self)
        let all = tokens.all(&faults)
        try faults.refuse()
        let outcomes = try await call.tenancy.deliveries.ack(all, in: try call.groupName, by: call.caller)
        return Answer(try tokens.answer(outcomes) { Acked($0) })
    }

    static func extend(_ call: Call) async throws -> Answer<Extended> {
        let (body, faults) = try await call.jsonAndFaults(Extending.self)
        let (number, until) = try await call.tenancy.deliveries.extend(
            body.token, seconds: body.leaseSeconds, in: try call.groupName, found: faults, by: call.caller)
        return Answer(
            Extended(deliveryId: "\(number)", state: "leased", leaseExpiresAt: "\(until)"))
    }

    static func release(_ call: Call) async throws -> Answer<OneOrMany<Released>> {
        var (body, faults) = try await call.jsonAndFaults(Releasing.self)
        let tokens = Tokens(token: body.token, tokens: body.tokens)
        let all = tokens.all(&faults)
        let outcomes = try await call.tenancy.deliveries.release(
            all, reason: body.reason, delaySeconds: body.delaySeconds ?? 0, in: try call.groupName,
            found: faults, by: call.caller)
        return Answer(try tokens.answer(outcomes) { Released($0) })
    }

    private struct Claiming: Decodable {
        let limit: Int?
        let leaseSeconds: Int?
        let consumer: String?
        let wait: Int?
    }

    private struct Extending: Decodable {
        let token: String
        let leaseSeconds: Int?
    }

    private struct Releasing: Decodable {
        let token: String?
        let tokens: [String]?
        let reason: String?
        let delaySeconds: Int?
    }
}

/// Either one token, with a plain response, or several, with an outcome for each.
private struct Tokens: Decodable {
    let token: String?
    let tokens: [String]?

    func all(_ faults: inout Faults) -> [String] {
        switch (token, tokens) {
        case (let token?, nil): return [token]
        case (nil, let tokens?):
            FairKitService.Deliveries.check(tokens, &faults)
            return tokens
        case (nil, nil): faults.record("/token", "is missing; or send several in tokens")
        case (.some, .some): faults.record("/tokens", "send token or tokens, and not both")
        }
        return []
    }

    /// - Throws: why the token could not be used, if there is only one.
    func answer<T, Body: JSONBody>(
        _ outcomes: LeaseOutcomes<T>, _ body: (T) -> Body
    ) throws -> OneOrMany<Body> {
        guard let tokens else { return .one(body(try outcomes[0].get())) }
        return .many(
            zip(tokens, outcomes).map { token, outcome in
                switch outcome {
                case .success(let value): Outcome(token: token, body: body(value), problem: nil)
                case .failure(let failure): Outcome(token: token, body: nil, problem: failure.problem)
                }
            })
    }
}

/// The response to one token, or a list of outcomes.
enum OneOrMany<Body: JSONBody>: JSONBody {
    case one(Body)
    case many([Outcome<Body>])

    func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .one(let body): body.writeMembers(to: &json)
        case .many(let outcomes): json.member(#""items":"#, outcomes)
        }
    }
}

/// The outcome for one of several tokens: the members of the response, or a problem's code.
struct Outcome<Body: JSONBody>: JSONBody {
    let token: String
    let body: Body?
    let problem: Problem?

    func writeMembers(to json: inout JSONWriter) {
        json.member(#""token":"#, token)
        body?.writeMembers(to: &json)
        guard let problem else { return }
        json.member(#""code":"#, problem.code.rawValue)
        if case .text(let state) = problem.members["state"] { json.member(#""state":"#, state) }
    }
}

extension Call {
    /// The group in the path.
    var groupName: String {
        get throws(Problem) { try parameter("name") { $0 } }
    }
}

extension ClaimFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .keyEnded: .unauthenticated
        case .groupUnknown: .groupUnknown
        case .groupDisabled: .groupDisabled
        case .key: .internal
        }
    }
}

extension LeaseFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .groupUnknown: .groupUnknown
        case .groupDisabled: .groupDisabled
        case .stale(let state):
            Problem(
                .conflict, .staleLease,
                "The lease has expired, and another consumer may hold the alert. Stop processing it, and claim again."
            ).with("state", .text(state.rawValue))
        }
    }
}

extension Problem {
    static let groupUnknown = Problem(
        .notFound, .groupUnknown, "There is no consumer group with this name. An administrator creates groups.")
    static let groupDisabled = Problem(
        .conflict, .groupDisabled,
        "An administrator has disabled this consumer group. It gets no deliveries, and its leases have ended.")
}
