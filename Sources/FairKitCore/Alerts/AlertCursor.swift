/// The position of the next page: the last alert that this one examined.
package struct AlertCursor: Equatable, Sendable, CustomStringConvertible {
    /// The band and rank, in the order of urgency; nil in the order of raising, which is that of the ids.
    package let urgency: Urgency?
    package let id: AlertID

    package struct Urgency: Equatable, Sendable {
        package let band: Band
        package let rank: Int64

        package init(band: Band, rank: Int64) {
            self.band = band
            self.rank = rank
        }
    }

    package init(_ urgency: Urgency?, _ id: AlertID) {
        self.urgency = urgency
        self.id = id
    }

    package init(after alert: Alert, in order: AlertOrder = .urgent) {
        id = alert.id
        urgency = order == .newest ? nil : Urgency(band: alert.band, rank: alert.band.rank(raisedAt: alert.raisedAt))
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard let last = parts.last, let id = AlertID(last) else { return nil }
        self.id = id
        if parts.count == 1 {
            urgency = nil
            return
        }
        guard parts.count == 3, let band = Int(parts[0]).flatMap(Band.init), let rank = Int64(parts[1]) else {
            return nil
        }
        urgency = Urgency(band: band, rank: rank)
    }

    /// Reads the cursor of a list in this order; nil: it belongs to a list in another one.
    package init?(_ text: String, in order: AlertOrder) {
        self.init(text)
        guard (urgency == nil) == (order == .newest) else { return nil }
    }

    package var description: String { urgency.map { "\($0.band.rawValue)~\($0.rank)~\(id)" } ?? "\(id)" }
}
