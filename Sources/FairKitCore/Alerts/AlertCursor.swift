/// The position of the next page: the last alert of this one, in the order of bands and ranks.
package struct AlertCursor: Hashable, Sendable, CustomStringConvertible {
    package let band: Band
    package let rank: Int64
    package let id: AlertID

    package init(band: Band, rank: Int64, id: AlertID) {
        self.band = band
        self.rank = rank
        self.id = id
    }

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
