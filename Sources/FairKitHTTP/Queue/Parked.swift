import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// Parked deliveries, redrive and replay, for administrators. Ids only.
enum Parked {
    static func list(_ call: Call) async throws -> Answer<ListBody<ParkedBody>> {
        let (start, limit) = try call.page { Int64($0) }
        let page = try await call.tenancy.deliveries.parked(
            in: try call.groupName, after: start, limit: limit, by: call.caller)
        return try call.list(page) { ParkedBody($0) }
    }

    static func redrive(_ call: Call) async throws -> Answer<RedriveBody> {
        var (body, faults) = try await call.jsonAndFaults(RedriveRequest.self)
        let chosen = body.numbers(&faults)
        try faults.refuse()
        let numbers = try await call.tenancy.deliveries.redrive(chosen, in: try call.groupName, by: call.caller)
        return Answer(RedriveBody(deliveryIds: numbers.map { "\($0)" }))
    }

    static func replay(_ call: Call) async throws -> Answer<ReplayBody> {
        var (body, faults) = try await call.jsonAndFaults(ReplayRequest.self)
        let choice = try body.choice(call, &faults)
        guard let choice, faults.isEmpty else { throw Invalid(faults.fields) }
        let page = try await call.tenancy.deliveries.replay(choice, in: try call.groupName, by: call.caller)
        let next: AlertID? = if case .raised = choice { page.next } else { nil }
        return Answer(ReplayBody(deliveryIds: page.items.map { "\($0)" }, nextCursor: try call.cursor(next)))
    }
}

extension ReplayRequest {
    /// nil: it is invalid, and a fault is recorded.
    fileprivate func choice(_ call: Call, _ faults: inout Faults) throws -> ReplayChoice? {
        switch (alertIds, since) {
        case (let alertIds?, nil):
            faults.require(until == nil, "/until", "only valid together with since")
            faults.require(cursor == nil, "/cursor", "only valid together with since")
            let ids = alertIds.compactMap { AlertID($0) }
            faults.require(
                (1...FairKitService.Deliveries.mostPerCall).contains(ids.count) && ids.count == alertIds.count
                    && Set(ids).count == ids.count, "/alertIds", "1 to 100 different alert ids")
            return .alerts(ids)
        case (nil, let since?):
            let (start, end) = (faults.time(since, at: "/since"), faults.time(until, at: "/until"))
            var after: AlertID?
            do { after = try call.position(cursor) { AlertID($0) } } catch let invalid as Invalid {
                faults.record(invalid)
            }
            return start.map { .raised(since: $0, until: end, after: after) }
        case (nil, nil), (.some, .some):
            faults.record("/alertIds", "send either alertIds or since, not both")
            return nil
        }
    }
}

extension RedriveRequest {
    /// nil: all.
    fileprivate func numbers(_ faults: inout Faults) -> [Int64]? {
        faults.require(
            (deliveryIds == nil) == (all == true) && all != false, "/deliveryIds",
            "send either deliveryIds or all: true, not both")
        guard let deliveryIds else { return nil }
        faults.require(
            (1...FairKitService.Deliveries.mostPerCall).contains(deliveryIds.count)
                && Set(deliveryIds).count == deliveryIds.count
                && deliveryIds.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } },
            "/deliveryIds", "1 to 100 different ids from the list of parked deliveries")
        // Numbers that do not fit belong to no delivery.
        return Set(deliveryIds.compactMap { Int64($0) }).sorted()
    }
}
