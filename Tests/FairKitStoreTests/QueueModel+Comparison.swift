import FairKitCore
import FairKitStore
import Relational

extension Connection {
    /// Compares the result of the last operations: the order of waiting deliveries, the next due time, and the history.
    func difference(from model: QueueModel) throws(DatabaseError) -> String? {
        for (index, expected) in model.groups.enumerated() {
            guard let group = try consumerGroup(named: expected.name) else { return "no group \(expected.name)" }
            guard group.id == expected.id, group.settings == expected.settings else {
                return "\(group) is not \(expected)"
            }
            for lane in DeliveryLane.allCases {
                let found = try pending(in: group, lane, limit: 1000).map(\.number)
                let waiting = model.waiting(in: index, lane)
                guard found == waiting else { return "\(group.name), \(lane): \(found) wait instead of \(waiting)" }
            }
            let due = try nextDue(in: group)
            guard due == model.nextDue(in: index) else { return "\(group.name): next due \(String(describing: due))" }
        }
        let count = model.counts.values.reduce(0, +)
        let events = try all(
            """
            SELECT kind, alert_id, delivery, at FROM alert_event
            WHERE number > \(count - model.events.count) ORDER BY number
            """
        ) { row throws(DatabaseError) in
            QueueModel.Event(
                kind: try row.value(0), alert: try row.value(1), delivery: try row.value(2), at: try row.value(3))
        }
        guard events == model.events else {
            let first = zip(events, model.events).first { $0 != $1 }
            return "\(events.count) events instead of \(model.events.count): \(String(describing: first))"
        }
        return nil
    }

    /// Compares every column of every delivery, the state of every alert, and the number of events of each kind.
    func wholeDifference(from model: QueueModel) throws(DatabaseError) -> String? {
        let deliveries = try deliveries("1 = 1")
        guard deliveries == model.deliveries else {
            let first = zip(deliveries, model.deliveries).first { $0 != $1 }
            return "\(deliveries.count) deliveries instead of \(model.deliveries.count): \(String(describing: first))"
        }
        let open = try all("SELECT id FROM alert WHERE state = 'open' ORDER BY id") { row throws(DatabaseError) in
            try row.value(0, as: AlertID.self)
        }
        let expected = model.alerts.filter(\.isOpen).sorted { ($0.raisedAt, $0.number) < ($1.raisedAt, $1.number) }
        guard open == expected.map(\.id) else { return "\(open.count) open alerts instead of \(expected.count)" }
        let counts = try all("SELECT kind, COUNT(*) FROM alert_event GROUP BY kind") { row throws(DatabaseError) in
            (try row.value(0, as: AlertEventKind.self), try row.value(1, as: Int.self))
        }
        let found = Dictionary(uniqueKeysWithValues: counts)
        guard found == model.counts else { return "events \(found) instead of \(model.counts)" }
        return try historyDifference()
    }

    /// Compares the history of each alert with its events.
    private func historyDifference() throws(DatabaseError) -> String? {
        let events = try all("SELECT alert_id, number FROM alert_event ORDER BY number") { row throws(DatabaseError) in
            (alert: try row.value(0, as: AlertID.self), number: try row.value(1, as: Int64.self))
        }
        for (alert, events) in Dictionary(grouping: events, by: \.alert) {
            let found = try alertEvents(about: alert, after: 0, limit: .max).map(\.number)
            guard found == events.map(\.number) else { return "the history of \(alert) is \(found)" }
        }
        return nil
    }

    func deliveries(_ condition: SQL) throws(DatabaseError) -> [QueueModel.Delivery] {
        try all(
            """
            SELECT number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at,
                acked_at, parked_at, due_at, is_replay, generation
            FROM delivery WHERE \(condition) ORDER BY number
            """
        ) { row throws(DatabaseError) in
            QueueModel.Delivery(
                number: try row.value(0), alert: try row.value(1), group: try row.value(2), lane: try row.value(3),
                rank: try row.value(4), state: try row.value(5), attempts: try row.value(6), secret: try row.value(7),
                consumer: try row.value(8), expiry: try row.value(9), ackedAt: try row.value(10),
                parkedAt: try row.value(11), due: try row.value(12), isReplay: try row.value(13),
                generation: try row.value(14))
        }
    }
}
