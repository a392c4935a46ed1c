/// A kit's status. See requirement R1.4.
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

    /// The usual sequence, in which nothing goes wrong.
    private static let way: [KitStatus] = [.issued, .shipped, .registered, .mailed, .received, .processing, .resulted]

    /// The steps that may follow.
    package var next: [KitStatus] {
        switch self {
        // A sample may arrive though its kit is not registered.
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

    /// The steps from here to a later status of the usual sequence, including it; nil if it does not lead there.
    ///
    /// A laboratory that posts a result has received and processed the sample, whether or not it reported that.
    package func steps(to later: KitStatus) -> [KitStatus]? {
        guard let here = KitStatus.way.firstIndex(of: self), let there = KitStatus.way.firstIndex(of: later),
            here < there
        else { return nil }
        return Array(KitStatus.way[(here + 1)...there])
    }

    /// The steps to record when a status is reported; all but the last are implied. nil if it may not follow.
    ///
    /// A laboratory that has received a sample need not wait for the patient to report mailing it or to register the
    /// kit; and it has received what it rejects. Only a registration makes a kit registered, and only a result makes it
    /// resulted.
    package func steps(reporting status: KitStatus) -> [KitStatus]? {
        switch status {
        case .registered, .resulted: nil
        case .received, .processing: arrival(at: status)
        case .rejected: self == .processing ? [.rejected] : arrival(at: .received, orHere: []).map { $0 + [.rejected] }
        case .issued, .shipped, .mailed, .expired, .cancelled, .replaced: next.contains(status) ? [status] : nil
        }
    }

    /// The steps by which a sample reaches the laboratory. Registration is never implied.
    /// - Parameter here: the steps if the sample is already there.
    private func arrival(at status: KitStatus, orHere here: [KitStatus]? = nil) -> [KitStatus]? {
        if self == status { return here }
        return switch self {
        case .issued, .shipped, .expired: status == .received ? [.received] : [.received, .processing]
        case .registered, .mailed, .received: steps(to: status)
        case .processing, .resulted, .rejected, .cancelled, .replaced: nil
        }
    }

    /// It left the usual sequence and will have no result.
    package var isOver: Bool { !KitStatus.way.contains(self) }

    /// The statuses that a laboratory reports of a sample that reached it.
    package static let ofArrivals: [KitStatus] = [.received, .processing, .rejected]

    /// The statuses that can be reported next.
    package var reportable: [KitStatus] { KitStatus.allCases.filter { steps(reporting: $0) != nil } }

    /// Whether a result can be posted for a kit in this status.
    package var acceptsResult: Bool {
        switch self {
        case .registered, .mailed, .received, .processing: true
        case .issued, .shipped, .resulted, .rejected, .expired, .cancelled, .replaced: false
        }
    }
}
