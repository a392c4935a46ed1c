/// The queue for password hashing: who holds a place, and whose hash runs next.
///
/// A hash is costly, so few run at the same time, and anyone can send any number of sign-ins. Slots are therefore
/// shared out: an account has one per lane, a tenant a quarter of a lane, and people at known addresses have a lane
/// that unknown clients can't fill. See decision 0048.
package struct PasswordQueue: Sendable {
    /// Two independent queues.
    package enum Lane: Int, Sendable, CaseIterable {
        /// People who are signed in, or sign in from an address from which they have signed in before.
        case known
        case unknown
    }

    /// The person whose password is hashed.
    package struct Person: Hashable, Sendable {
        package let tenant: TenantName
        /// A keyed digest of the mail address, whether or not such an account exists.
        package let account: [UInt8]
        package let lane: Lane

        package init(_ account: [UInt8], of tenant: TenantName, in lane: Lane) {
            self.tenant = tenant
            self.account = account
            self.lane = lane
        }
    }

    /// A place in the queue.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    package struct Limits: Equatable, Sendable {
        /// How many hashes run at the same time.
        package let threads: Int
        /// Slots in a lane.
        package let places: Int
        /// How many of them one tenant may hold.
        package let share: Int

        /// A tenant's 32 are hashed within about five seconds; four tenants fill a lane.
        package init(threads: Int, places: Int = 128, share: Int = 32) {
            self.threads = threads
            self.places = places
            self.share = share
        }
    }

    /// After this many known people in a row an unknown client gets a turn: people who sign in for the first time are
    /// unknown, too.
    package static let turns = 4

    private enum State { case entered, ready, running }

    private let limits: Limits
    private var made = 0
    private var inside: [Ticket: (person: Person, state: State)] = [:]
    private var accounts: Set<Person> = []
    private var running = 0
    /// In the order of `Lane.allCases`.
    private var ready = Lane.allCases.map { _ in RoundRobin() }
    private var knownInARow = 0

    package init(_ limits: Limits) {
        self.limits = limits
    }

    /// Takes a place.
    /// - Returns: nil if the account already holds one in this lane, the tenant has used its share, or the lane is
    ///   full.
    package mutating func enter(_ person: Person) -> Ticket? {
        let others = inside.values.filter { $0.person.lane == person.lane }
        guard others.count < limits.places, others.count(where: { $0.person.tenant == person.tenant }) < limits.share,
            accounts.insert(person).inserted
        else { return nil }
        made += 1
        let ticket = Ticket(number: made)
        inside[ticket] = (person, .entered)
        return ticket
    }

    /// Marks a place as ready: its hash may run when its turn comes.
    package mutating func ready(_ ticket: Ticket) {
        guard let (person, state) = inside[ticket], state == .entered else { return }
        inside[ticket]?.state = .ready
        ready[person.lane.rawValue].append(ticket, of: person.tenant)
    }

    /// Starts the next hash; nil: the limit is reached, or none is ready.
    package mutating func next() -> Ticket? {
        guard running < limits.threads else { return nil }
        let (known, unknown) = (Lane.known.rawValue, Lane.unknown.rawValue)
        let isUnknownTurn = ready[known].isEmpty || knownInARow >= PasswordQueue.turns && !ready[unknown].isEmpty
        guard let ticket = ready[isUnknownTurn ? unknown : known].popFirst() else { return nil }
        knownInARow = isUnknownTurn ? 0 : knownInARow + 1
        inside[ticket]?.state = .running
        running += 1
        return ticket
    }

    /// Records that a hash is done. Its place is held until `leave`.
    package mutating func finish(_ ticket: Ticket) {
        guard inside[ticket]?.state == .running else { return }
        inside[ticket]?.state = .entered
        running -= 1
    }

    /// Releases a place whose hash is not running.
    package mutating func leave(_ ticket: Ticket) {
        guard let (person, state) = inside[ticket], state != .running else { return }
        inside[ticket] = nil
        accounts.remove(person)
        if state == .ready { ready[person.lane.rawValue].remove(ticket, of: person.tenant) }
    }
}

/// Tickets of several tenants, served in turn.
private struct RoundRobin: Sendable {
    /// The tenants with tickets; the first one is next.
    private var tenants: [TenantName] = []
    private var tickets: [TenantName: [PasswordQueue.Ticket]] = [:]

    var isEmpty: Bool { tenants.isEmpty }

    mutating func append(_ ticket: PasswordQueue.Ticket, of tenant: TenantName) {
        if tickets[tenant] == nil { tenants.append(tenant) }
        tickets[tenant, default: []].append(ticket)
    }

    mutating func popFirst() -> PasswordQueue.Ticket? {
        guard let tenant = tenants.first, let ticket = tickets[tenant]?.first else { return nil }
        tenants.removeFirst()
        remove(ticket, of: tenant)
        if tickets[tenant] != nil { tenants.append(tenant) }
        return ticket
    }

    mutating func remove(_ ticket: PasswordQueue.Ticket, of tenant: TenantName) {
        tickets[tenant]?.removeAll { $0 == ticket }
        guard tickets[tenant]?.isEmpty == true else { return }
        tickets[tenant] = nil
        tenants.removeAll { $0 == tenant }
    }
}
