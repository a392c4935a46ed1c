import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// Parked deliveries, redrive and replay, for administrators. Ids only.
enum Parked {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<ParkedBody>> {
        let caller = try context.caller
        let query = try Query(request)
        let page = try await context.tenancy.deliveries.parked(
            in: try context.groupName, after: try query.cursor(context) { Int64($0) },
            limit: try query.limit, by: caller)
        return Answer(ListBody(items: page.items.map { ParkedBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func redrive(_ request: Request, _ context: FairKitContext) async throws -> Answer<RedriveBody> {
        let caller = try context.caller
        let body = try await request.json(RedriveRequest.self, context)
        let numbers = try await context.tenancy.deliveries.redrive(
            try body.numbers(), in: try context.groupName, by: caller)
        return Answer(RedriveBody(deliveryIds: numbers.map { "\($0)" }))
    }

    static func replay(_ request: Request, _ context: FairKitContext) async throws -> Answer<ReplayBody> {
        let caller = try context.caller
        let body = try await request.json(ReplayRequest.self, context)
        let choice = try body.choice(context)
        let page = try await context.tenancy.deliveries.replay(choice, in: try context.groupName, by: caller)
        let next: AlertID? = if case .raised = choice { page.next } else { nil }
        return Answer(
            ReplayBody(deliveryIds: page.items.map { "\($0)" }, nextCursor: try context.cursor(next)))
    }
}

extension ReplayRequest {
    fileprivate func choice(_ context: FairKitContext) throws -> ReplayChoice {
        switch (alertIds, since) {
        case (let alertIds?, nil):
            if until != nil { throw Invalid("/until", "goes with since") }
            if cursor != nil { throw Invalid("/cursor", "goes with since") }
            let ids = alertIds.compactMap { AlertID($0) }
            guard (1...Deliveries.mostPerCall).contains(ids.count), ids.count == alertIds.count,
                Set(ids).count == ids.count
            else { throw Invalid("/alertIds", "1 to 100 different ids of alerts") }
            return .alerts(ids)
        case (nil, let since?):
            let end = try until.map { text throws(Invalid) in try Timestamp(text, at: "/until") }
            let after = try context.place(cursor) { AlertID($0) }
            return .raised(since: try Timestamp(since, at: "/since"), until: end, after: after)
        case (nil, nil), (.some, .some):
            throw Invalid("/alertIds", "name the alerts, or say since when, and not both")
        }
    }
}

extension RedriveRequest {
    /// nil: all.
    fileprivate func numbers() throws(Invalid) -> [Int64]? {
        guard (deliveryIds == nil) == (all == true), all != false else {
            throw Invalid("/deliveryIds", "name the deliveries, or say all: true, and not both")
        }
        guard let deliveryIds else { return nil }
        guard (1...Deliveries.mostPerCall).contains(deliveryIds.count),
            Set(deliveryIds).count == deliveryIds.count,
            deliveryIds.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { throw Invalid("/deliveryIds", "1 to 100 different ones, as the list of parked ones has them") }
        // No delivery has a number that does not fit.
        return Set(deliveryIds.compactMap { Int64($0) }).sorted()
    }
}
