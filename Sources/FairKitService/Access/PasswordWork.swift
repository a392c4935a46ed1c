import Coordination
package import FairKitCore
package import KeyRing
import Synchronization

/// Hashes passwords, one at a time, on a thread of its own that gives way to all others: each takes a quarter of a second and 128 MB.
package final class PasswordWork: Sendable {
    private let row = Row()
    private let thread = BlockingThread(niceness: 10)
    private let most: Int
    private let cost: PasswordHash.Cost
    /// What a password is held against where there is none: no time tells that.
    private let unmatched: PasswordHash?

    /// - Parameters:
    ///   - waiting: so many may wait beside the one that is worked on.
    ///   - cost: of new hashes.
    package init(waiting: Int = 32, cost: PasswordHash.Cost = .standard) {
        most = waiting + 1
        self.cost = cost
        unmatched = try? .unmatched(cost: cost)
    }

    package enum Failure: Error {
        /// As many wait as may.
        case busy
        case key(KeyError)
    }

    /// A place in the row. It is given back when it goes.
    final class Place: Sendable {
        private let row: Row

        fileprivate init(_ row: Row) {
            self.row = row
        }

        deinit {
            row.leave()
        }
    }

    /// Takes a place, before anything is counted against whoever asks.
    func enter() throws(Failure) -> Place {
        guard row.enter(atMost: most) else { throw .busy }
        return Place(row)
    }

    /// What is stored in place of a password.
    package func hash(_ password: ChosenPassword) async throws(Failure) -> String {
        let place = try enter()
        defer { withExtendedLifetime(place) {} }
        return try await run { [cost] () throws(KeyError) in try PasswordHash(of: password.text, cost: cost).description
        }
    }

    /// What came of holding a password against what is stored.
    struct Match: Sendable {
        let isRight: Bool
        /// The same hashed anew, if more is asked of an attacker today.
        let better: String?
    }

    /// A wrong password takes as long as any: whether there is none stored, one of today's cost, or one of the lower cost of some
    /// years ago, which is filled up. A right one of those takes longer once, since it is hashed anew; whoever sees that knows it.
    /// What remains: were the cost lowered, hashes of before would take longer until their passwords are changed.
    /// - Parameter stored: nil: there is none, which takes as long to find out.
    func match(_ password: String, with stored: String?, at place: Place) async throws(Failure) -> Match {
        defer { withExtendedLifetime(place) {} }
        return try await run { [cost, unmatched] () throws(KeyError) in
            guard let hash = stored.flatMap({ PasswordHash($0) }) ?? unmatched else {
                throw .cryptography(operation: "scrypt")
            }
            let isRight = try hash.matches(password) && stored != nil
            guard hash.needsRehash(for: cost) else { return Match(isRight: isRight, better: nil) }
            guard isRight else {
                try hash.fillUp(to: cost)
                return Match(isRight: false, better: nil)
            }
            return Match(isRight: true, better: try PasswordHash(of: password, cost: cost).description)
        }
    }

    private func run<T: Sendable>(_ body: @escaping @Sendable () throws(KeyError) -> T) async throws(Failure) -> T {
        do throws(KeyError) { return try await thread.run(body) } catch { throw .key(error) }
    }
}

/// How many are in the row: who is worked on, and who waits.
private final class Row: Sendable {
    private let inside = Mutex(0)

    func enter(atMost most: Int) -> Bool {
        inside.withLock { inside in
            guard inside < most else { return false }
            inside += 1
            return true
        }
    }

    func leave() {
        inside.withLock { $0 -= 1 }
    }
}
