// Where a list goes on. A cursor is opaque to clients: they hand back what they were given.

/// The last result of a page, in the order newest test first.
package struct ResultCursor: Hashable, Sendable, CustomStringConvertible {
    package let testDate: CalendarDate
    package let id: ResultID

    package init(after result: TestResult) {
        testDate = result.current.findings.testDate
        id = result.id
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let testDate = CalendarDate(parts[0]), let id = ResultID(parts[1]) else { return nil }
        self.testDate = testDate
        self.id = id
    }

    package var description: String { "\(testDate)~\(id)" }
}

/// The last alert of a page, in the order of bands and ranks.
package struct AlertCursor: Hashable, Sendable, CustomStringConvertible {
    package let band: Band
    package let rank: Int64
    package let id: AlertID

    package init(after alert: Alert) {
        band = alert.band
        rank = alert.band.rank(raisedAt: alert.raisedAt)
        id = alert.id
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let band = Int(parts[0]).flatMap(Band.init), let rank = Int64(parts[1]),
            let id = AlertID(parts[2])
        else { return nil }
        self.band = band
        self.rank = rank
        self.id = id
    }

    package var description: String { "\(band.rawValue)~\(rank)~\(id)" }
}

/// The last delivery of a page, in the order in which claims lease them.
package struct DeliveryCursor: Hashable, Sendable, CustomStringConvertible {
    package let lane: DeliveryLane
    package let rank: Int64
    package let number: Int64

    package init(lane: DeliveryLane, rank: Int64, number: Int64) {
        self.lane = lane
        self.rank = rank
        self.number = number
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let lane = Int(parts[0]).flatMap(DeliveryLane.init), let rank = Int64(parts[1]),
            let number = Int64(parts[2])
        else { return nil }
        self.init(lane: lane, rank: rank, number: number)
    }

    package var description: String { "\(lane.rawValue)~\(rank)~\(number)" }
}

/// The last kit of a page, in the order newest first.
package struct KitCursor: Hashable, Sendable, CustomStringConvertible {
    package let id: KitID

    package init(after kit: Kit) {
        id = kit.id
    }

    package init?(_ text: String) {
        guard let id = KitID(text) else { return nil }
        self.id = id
    }

    package var description: String { "\(id)" }
}

/// One page of a list.
package struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    package let items: [Item]
    /// nil on the last page.
    package let next: Cursor?

    package init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }

    /// - Parameters:
    ///   - found: up to one more than fits, which shows that there is a next page.
    ///   - limit: how many fit.
    package init(found: [Item], limit: Int, cursor: (Item) -> Cursor) {
        items = Array(found.prefix(limit))
        next = found.count > limit ? items.last.map(cursor) : nil
    }

    package func map<Other>(_ transform: (Item) -> Other) -> Page<Other, Cursor> {
        Page<Other, Cursor>(items: items.map(transform), next: next)
    }
}
