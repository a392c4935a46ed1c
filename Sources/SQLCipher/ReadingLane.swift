/// What a read is for.
package enum ReadingLane: Sendable {
    /// A short read that must not wait for lists: it authenticates a caller, or brings alerts to consumers.
    case urgent
    /// Everything else.
    case normal
}
