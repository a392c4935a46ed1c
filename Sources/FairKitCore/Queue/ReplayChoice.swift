/// Which acked deliveries are replayed.
package enum ReplayChoice: Sendable {
    case alerts([AlertID])
    /// Those of alerts that were raised from a time until another, which is excluded; and after an alert, if one is named.
    case raised(since: Timestamp, until: Timestamp?, after: AlertID?)
}
