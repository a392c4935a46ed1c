/// The queue for hashing passwords: who has a place in it, and who is next.
///
/// A hash is costly, so that few run at once, and strangers send as many sign-ins as they like. So places are shares: an account has one in
/// each lane, a tenant a quarter of a lane, and people at places that they have signed in from have a lane that strangers can't fill. See the
/// decision `0048-fair-shares-of-hashing`.
package struct PasswordQueue: Sendable {
    /// Two queues that take nothing from each other.
    package enum Lane: Int, Sendable, CaseIterable {
        /// People who are signed in, or sign in from a place that they have signed in from before.
        case known
        case strangers
    }

    /// Whose password it is, or would be.
    package struct Person: Hashable, Sendable {
        package let tenant: TenantName
        /// A keyed digest of the address of mail, whether there is such an account or not.
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

    package struct Limits: Hashable, Sendable {
        /// So many hashes run at the same time.
        package let threads: Int
        /// Places of a lane.
        package let places: Int
        /// How many of them one tenant has.
        package let share: Int

        /// 32 of a tenant are hashed within some five seconds; four tenants fill a lane.
        package init(threads: Int, places: Int = 128, share: Int = 32) {
            self.threads = threads
            self.places = places
            self.share = share
        }
    }

    /// After so many known people in a row a stranger has a turn: people who sign in for the first time are strangers, too.
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
    /// - Returns: nil: the account has one in this lane, its tenant has its share, or the lane is full.
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

    /// The hash of a place is to be computed, when it is its turn.
    package mutating func ready(_ ticket: Ticket) {
        guard let (person, state) = inside[ticket], state == .entered else { return }
        inside[ticket]?.state = .ready
        ready[person.lane.rawValue].append(ticket, of: person.tenant)
    }

    /// Whose hash begins now; nil: as many run as may, or none waits.
    package mutating func next() -> Ticket? {
        guard running < limits.threads else { return nil }
        let (known, strangers) = (Lane.known.rawValue, Lane.strangers.rawValue)
        let isStrangersTurn = ready[known].isEmpty || knownInARow >= PasswordQueue.turns && !ready[strangers].isEmpty
        guard let ticket = ready[isStrangersTurn ? strangers : known].popFirst() else { return nil }
        knownInARow = isStrangersTurn ? 0 : knownInARow + 1
        inside[ticket]?.state = .running
        running += 1
        return ticket
    }

    /// A hash is done. Its place is kept until it is left.
    package mutating func finish(_ ticket: Ticket) {
        guard inside[ticket]?.state == .running else { return }
        inside[ticket]?.state = .entered
        running -= 1
    }

    /// Gives a place back, of which no hash runs.
    package mutating func leave(_ ticket: Ticket) {
        guard let (person, state) = inside[ticket], state != .running else { return }
        inside[ticket] = nil
        accounts.remove(person)
        if state == .ready { ready[person.lane.rawValue].remove(ticket, of: person.tenant) }
    }
}

/// Tickets of several tenants, which have turns in a circle.
private struct RoundRobin: Sendable {
    /// Those that have tickets; the first is next.
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
