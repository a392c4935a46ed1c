/// Which acked deliveries are replayed.
package enum ReplayChoice: Sendable {
    case alerts([AlertID])
    /// Deliveries of alerts raised from one time until another, which is excluded; and after an alert, if one is named.
    case raised(since: Timestamp, until: Timestamp?, after: AlertID?)
}
