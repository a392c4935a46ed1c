/// The priority of a read.
@usableFromInline package enum ReadLane: Sendable {
    /// A short read that must not wait for lists: it authenticates a caller, or brings alerts to consumers.
    case urgent
    /// All other reads.
    case normal
}
