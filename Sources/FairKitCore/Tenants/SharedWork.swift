/// Work that one server does at a time, of several servers that share a database. See decision 0121.
package enum SharedWork: Hashable, Sendable {
    /// The work that the list of tenants needs.
    case list
    /// The background work of a tenant.
    case tenant(TenantID)

    /// The name of its lease.
    package var name: String {
        switch self {
        case .list: "control"
        case .tenant(let id): "work:\(id)"
        }
    }

    /// - Parameter name: the name of a lease; nil for one that a later version has made.
    package init?(_ name: String) {
        if name == SharedWork.list.name {
            self = .list
        } else if name.hasPrefix("work:"), let id = TenantID(name.dropFirst(5)) {
            self = .tenant(id)
        } else {
            return nil
        }
    }
}

/// One of the servers that share a database, from its start to its end.
package enum ServingProcess {}

package typealias ServerID = ID<ServingProcess>

/// The leases of all servers at one moment.
package struct LeaseBoard: Equatable, Sendable {
    /// A lease that has not ended.
    package struct Lease: Equatable, Sendable {
        package let work: SharedWork
        package let holder: ServerID
        /// Rises with each new holder.
        package let term: Int64

        package init(work: SharedWork, holder: ServerID, term: Int64) {
            self.work = work
            self.holder = holder
            self.term = term
        }
    }

    package let leases: [Lease]
    /// The servers that were seen lately.
    package let servers: Set<ServerID>

    package init(leases: [Lease], servers: Set<ServerID>) {
        self.leases = leases
        self.servers = servers
    }

    /// How many tenants a server works for, if they are shared out evenly.
    fileprivate func share(with server: ServerID) -> Int {
        let count = leases.count { $0.work != .list }
        let servers = servers.union([server]).count
        return (count + servers - 1) / servers
    }
}

/// The changes that a server makes to its leases.
package struct LeaseChange: Equatable, Sendable {
    /// Work that no server does.
    package var taken: Set<SharedWork> = []
    /// Leases that are given back.
    package var givenBack: Set<SharedWork> = []

    package init() {}

    /// A server takes all work that is there and that no other server does. It gives back what is not needed, and one
    /// tenant at a time while it has more than its share.
    /// - Parameters:
    ///   - needed: the work that is there.
    ///   - ages: how long ago the server gave back what it has given back.
    package init(
        of server: ServerID, on board: LeaseBoard, needed: Set<SharedWork>, givenBackBefore ages: [SharedWork: Duration]
    ) {
        let own = board.leases.filter { $0.holder == server }.map(\.work)
        taken = needed.subtracting(board.leases.map(\.work)).filter { work in
            ages[work].map { $0 >= LeaseChange.modesty } ?? true
        }
        // Leases that were given back here may still be recorded as this server's.
        let ended = own.filter { work in ages[work].map { $0 < LeaseChange.modesty } ?? false }
        givenBack = Set(own).subtracting(needed).union(ended)
        let kept = own.filter { $0 != .list && needed.contains($0) }
        guard kept.count > board.share(with: server) else { return }
        // Work that came back, because no other server wanted it, stays for a while.
        let movable = kept.filter { work in ages[work].map { $0 >= LeaseChange.loyalty } ?? true }
        if let one = movable.min(by: { $0.name < $1.name }) { givenBack.insert(one) }
    }

    /// How long a server leaves to others what it gave back.
    package static let modesty = Duration.seconds(10)
    /// How long a server keeps what it has taken a second time.
    package static let loyalty = Duration.seconds(300)
}

extension SharedWork {
    /// How long a lease lasts, by the clock of the database.
    package static let term = Duration.seconds(8)
    /// How often leases are renewed.
    package static let renewal = Duration.seconds(2)
    /// How long after its last renewal a server does the work, by its own clock. It is less than the term, so that no
    /// two servers do it at the same time.
    package static let timeout = Duration.seconds(6)
    /// How often a server looks for work that no server does.
    package static let lookout = Duration.seconds(1)
}
