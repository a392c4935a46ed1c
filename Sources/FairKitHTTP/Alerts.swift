import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Alerts: read by clinicians, and polled by consumers.
struct Alerts: Sendable {
    let claim: ClaimAlerts
    let deliver: DeliverAlert
    let extend: ExtendLease
    let release: ReleaseDelivery
    let read: ReadAlerts

    @Sendable func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AlertBody>> {
        let caller = try context.caller
        let query = try Query(request)
        let page = try await read(
            after: try query.value("cursor") { AlertCursor($0) }, limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { AlertBody($0) }, nextCursor: page.next?.description))
    }

    @Sendable func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<AlertBody> {
        let id = try context.id("id", of: AlertID.self) { AlertID($0) }
        return Answer(AlertBody(try await read(id, by: try context.caller)))
    }

    @Sendable func claim(_ request: Request, _ context: FairKitContext) async throws -> Answer<Claimed> {
        let caller = try context.caller
        guard caller.subject.role.may(.consumeAlerts) else { throw Problem.forbidden }
        let body = try await request.json(Claiming.self, context)
        let asked = ClaimAlerts.Request(
            group: try group(context), consumer: body.consumer, limit: body.limit ?? 1,
            leaseSeconds: body.leaseSeconds, waitSeconds: body.wait ?? 0)
        let deliveries =
            asked.waitSeconds == 0
            ? try await claim(asked, by: caller)
            : try await context.untilClosed { try await claim(asked, by: caller) }
        return Answer(Claimed(items: deliveries.map { DeliveryBody($0) }))
    }

    @Sendable func deliver(_ request: Request, _ context: FairKitContext) async throws -> Answer<Delivered> {
        let caller = try context.caller
        guard caller.subject.role.may(.consumeAlerts) else { throw Problem.forbidden }
        let body = try await request.json(Delivering.self, context)
        let (number, at) = try await deliver(body.token, in: try group(context), by: caller)
        return Answer(Delivered(deliveryId: "\(number)", state: "delivered", deliveredAt: "\(at)"))
    }

    @Sendable func extend(_ request: Request, _ context: FairKitContext) async throws -> Answer<Extended> {
        let caller = try context.caller
        guard caller.subject.role.may(.consumeAlerts) else { throw Problem.forbidden }
        let body = try await request.json(Extending.self, context)
        let (number, until) = try await extend(
            body.token, seconds: body.leaseSeconds, in: try group(context), by: caller)
        return Answer(Extended(deliveryId: "\(number)", state: "leased", leaseExpiresAt: "\(until)"))
    }

    @Sendable func release(_ request: Request, _ context: FairKitContext) async throws -> Answer<Released> {
        let caller = try context.caller
        guard caller.subject.role.may(.consumeAlerts) else { throw Problem.forbidden }
        let body = try await request.json(Releasing.self, context)
        let (number, state, due) = try await release(
            body.token, reason: body.reason, delaySeconds: body.delaySeconds ?? 0, in: try group(context), by: caller)
        return Answer(Released(deliveryId: "\(number)", state: state.rawValue, dueAt: due?.description))
    }

    private func group(_ context: FairKitContext) throws(Problem) -> String {
        try context.id("name", of: String.self) { $0 }
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
        let token: String
        let reason: String?
        let delaySeconds: Int?
    }

    private struct Delivering: Decodable {
        let token: String
    }

    struct Claimed: Encodable {
        let items: [DeliveryBody]
    }

    struct Delivered: Encodable {
        let deliveryId: String
        let state: String
        let deliveredAt: String
    }

    struct Extended: Encodable {
        let deliveryId: String
        let state: String
        let leaseExpiresAt: String
    }

    struct Released: Encodable {
        let deliveryId: String
        let state: String
        let dueAt: String?
    }

    /// A leased delivery on the wire.
    struct DeliveryBody: Encodable {
        let deliveryId: String
        let token: String
        let leaseExpiresAt: String
        let attempts: Int
        let band: Int
        let alertId: String
        let resultId: String
        let patientId: String?
        let payload: AlertPayload

        init(_ delivery: Delivery) {
            deliveryId = "\(delivery.number)"
            token = "\(delivery.token)"
            leaseExpiresAt = "\(delivery.leaseExpiresAt)"
            attempts = delivery.attempts
            band = delivery.alert.band.rawValue
            alertId = "\(delivery.alert.id)"
            resultId = "\(delivery.alert.resultID)"
            patientId = delivery.alert.profileID?.description
            payload = AlertPayload(delivery.alert)
        }
    }
}

extension ReadAlerts.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .store(let error): error.problem
        }
    }
}

extension ClaimAlerts.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .keyEnded: .unauthenticated
        case .invalid(let invalid): invalid.problem
        case .groupUnknown: .groupUnknown
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension LeaseFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .invalid(let invalid): invalid.problem
        case .groupUnknown: .groupUnknown
        case .notFound: .notFound
        case .stale(let state):
            Problem(
                .conflict, "stale-lease",
                "The lease is over, and the alert may be with another consumer. Claim again; don't go on with this one."
            ).with("state", .text(state.rawValue))
        case .store(let error): error.problem
        }
    }
}

extension Problem {
    static let groupUnknown = Problem(
        .notFound, "group-unknown", "There is no consumer group of this name. Groups are made by the administrator.")
}
