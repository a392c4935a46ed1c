/// Where a kit is in its life. See requirement R1.4.
package enum KitStatus: String, Sendable, CaseIterable {
    case issued
    case shipped
    case registered
    case mailed
    case received
    case processing
    case resulted
    case rejected
    case expired
    case cancelled
    case replaced

    /// The way of a kit to which nothing goes wrong.
    private static let way: [KitStatus] = [.issued, .shipped, .registered, .mailed, .received, .processing, .resulted]

    /// The steps that may follow.
    package var next: [KitStatus] {
        switch self {
        // A sample may arrive whose kit nobody has registered.
        case .issued: [.shipped, .registered, .received, .expired, .cancelled]
        case .shipped: [.registered, .received, .expired, .cancelled]
        case .registered: [.mailed, .received, .expired, .cancelled, .replaced]
        case .mailed: [.received, .expired, .replaced]
        case .received: [.processing, .rejected]
        case .processing: [.resulted, .rejected]
        case .rejected: [.replaced]
        // A sample may arrive late. The laboratory decides whether it is good.
        case .expired: [.received]
        case .resulted, .cancelled, .replaced: []
        }
    }

    /// The steps from here to a later one on the usual way, that one included; nil if there is no such way.
    ///
    /// A laboratory that posts a result has received and processed the sample, whether it said so or not.
    package func steps(to later: KitStatus) -> [KitStatus]? {
        guard let here = KitStatus.way.firstIndex(of: self), let there = KitStatus.way.firstIndex(of: later),
            here < there
        else { return nil }
        return Array(KitStatus.way[(here + 1)...there])
    }

    /// The steps that are taken when somebody reports a state: all but the last are implied. nil if it may not follow.
    ///
    /// A laboratory that has received a sample need not wait for the patient to say that it was mailed, or to register the kit; and what it
    /// rejects it has received. A kit is registered by registering it, and has a result by its result.
    package func steps(reporting status: KitStatus) -> [KitStatus]? {
        switch status {
        case .registered, .resulted: nil
        case .received, .processing: arrival(at: status)
        case .rejected: self == .processing ? [.rejected] : arrival(at: .received, orHere: []).map { $0 + [.rejected] }
        case .issued, .shipped, .mailed, .expired, .cancelled, .replaced: next.contains(status) ? [status] : nil
        }
    }

    /// The steps by which a sample comes to the laboratory. That a kit was registered is never implied.
    /// - Parameter here: what is taken if it is there already.
    private func arrival(at status: KitStatus, orHere here: [KitStatus]? = nil) -> [KitStatus]? {
        if self == status { return here }
        return switch self {
        case .issued, .shipped, .expired: status == .received ? [.received] : [.received, .processing]
        case .registered, .mailed, .received: steps(to: status)
        case .processing, .resulted, .rejected, .cancelled, .replaced: nil
        }
    }

    /// It went off the usual way, and comes to no result.
    package var isOver: Bool { !KitStatus.way.contains(self) }

    /// What a laboratory says of a sample that came to it.
    package static let ofArrivals: [KitStatus] = [.received, .processing, .rejected]

    /// What can be reported next.
    package var reportable: [KitStatus] { KitStatus.allCases.filter { steps(reporting: $0) != nil } }

    /// Whether a result can be posted for a kit in this state.
    package var acceptsResult: Bool {
        switch self {
        case .registered, .mailed, .received, .processing: true
        case .issued, .shipped, .resulted, .rejected, .expired, .cancelled, .replaced: false
        }
    }
}
