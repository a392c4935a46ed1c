import Coordination
package import FairKitCore
package import KeyRing
import Synchronization

/// Hashes passwords, on few threads that give way to all others: each hash takes a quarter of a second and 64 MB. Who is next decides a
/// `PasswordQueue`.
package final class PasswordWork: Sendable {
    private let row: Row
    private let cost: PasswordHash.Cost
    /// What a password is held against where there is none: no time tells that.
    private let unmatched: PasswordHash?

    /// - Parameters:
    ///   - limits: how many hashes run at the same time, and how many wait.
    ///   - cost: of new hashes.
    package init(
        limits: PasswordQueue.Limits = PasswordQueue.Limits(threads: 1), cost: PasswordHash.Cost = .standard
    ) {
        row = Row(limits)
        self.cost = cost
        unmatched = try? .unmatched(cost: cost)
    }

    /// With as many threads as fit a machine.
    /// - Parameter memory: bytes; nil: it is not known.
    package convenience init(cores: Int, memory: Int?) {
        let threads = PasswordThreads.count(cores: cores, memory: memory, hash: PasswordHash.Cost.standard.memory)
        self.init(limits: PasswordQueue.Limits(threads: threads))
    }

    package enum Failure: Error {
        /// As many wait as may, of this account, of its tenant, or of all.
        case busy
        case key(KeyError)
    }

    /// A place in the row. It is given back when it goes.
    final class Place: Sendable {
        private let row: Row
        fileprivate let ticket: PasswordQueue.Ticket

        fileprivate init(_ row: Row, _ ticket: PasswordQueue.Ticket) {
            self.row = row
            self.ticket = ticket
        }

        deinit {
            row.leave(ticket)
        }
    }

    /// Takes a place, before anything is counted against whoever asks.
    func enter(_ person: PasswordQueue.Person) throws(Failure) -> Place {
        guard let ticket = row.enter(person) else { throw .busy }
        return Place(row, ticket)
    }

    /// What is stored in place of a password.
    func hash(_ password: ChosenPassword, of person: PasswordQueue.Person) async throws(Failure) -> String {
        let place = try enter(person)
        return try await run(at: place) { [cost] () throws(KeyError) in
            try PasswordHash(of: password.text, cost: cost).description
        }
    }

    /// What came of holding a password against what is stored.
    struct Match: Sendable {
        let isRight: Bool
        /// A new hash of the same password, if it is to be stored as hashes are today.
        let better: String?
    }

    /// A wrong password takes as long as any: whether there is none stored, one of today's cost, or one of the lower cost of some
    /// years ago, which is filled up. A right one of those takes longer once, since it is hashed anew; whoever sees that knows it.
    /// What remains: were the cost lowered, hashes of before would take longer until their passwords are changed; and one of as much work
    /// that takes more memory takes some tenth longer until its owner signs in.
    /// - Parameter stored: nil: there is none, which takes as long to find out.
    func match(_ password: String, with stored: String?, at place: Place) async throws(Failure) -> Match {
        try await run(at: place) { [cost, unmatched] () throws(KeyError) in
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

    /// Computes when it is the turn of a place.
    private func run<T: Sendable>(
        at place: Place, _ body: @escaping @Sendable () throws(KeyError) -> T
    ) async throws(Failure) -> T {
        defer { withExtendedLifetime(place) {} }
        let result: Result<T, KeyError> = await withCheckedContinuation { continuation in
            row.run(place.ticket) {
                let result: Result<T, KeyError>
                do throws(KeyError) { result = .success(try body()) } catch { result = .failure(error) }
                return { continuation.resume(returning: result) }
            }
        }
        do throws(KeyError) { return try result.get() } catch { throw .key(error) }
    }
}

/// The queue, and the threads that work it off.
private final class Row: Sendable {
    /// Computes, and returns what tells of it once the place is no longer at work.
    typealias Work = @Sendable () -> @Sendable () -> Void

    private struct State {
        var queue: PasswordQueue
        var work: [PasswordQueue.Ticket: Work] = [:]
        var idle: [BlockingThread]
    }

    private let state: Mutex<State>

    init(_ limits: PasswordQueue.Limits) {
        let threads = (0..<limits.threads).map { _ in BlockingThread(niceness: 10) }
        state = Mutex(State(queue: PasswordQueue(limits), idle: threads))
    }

    func enter(_ person: PasswordQueue.Person) -> PasswordQueue.Ticket? {
        state.withLock { $0.queue.enter(person) }
    }

    func leave(_ ticket: PasswordQueue.Ticket) {
        state.withLock { $0.queue.leave(ticket) }
    }

    func run(_ ticket: PasswordQueue.Ticket, _ work: @escaping Work) {
        state.withLock { state in
            state.work[ticket] = work
            state.queue.ready(ticket)
        }
        startNext()
    }

    private func startNext() {
        let started = state.withLock { state in
            var started: [(PasswordQueue.Ticket, Work, BlockingThread)] = []
            while let thread = state.idle.last, let ticket = state.queue.next() {
                guard let work = state.work.removeValue(forKey: ticket) else { continue }
                state.idle.removeLast()
                started.append((ticket, work, thread))
            }
            return started
        }
        for (ticket, work, thread) in started {
            thread.submit {
                let tell = work()
                self.state.withLock { state in
                    state.queue.finish(ticket)
                    state.idle.append(thread)
                }
                self.startNext()
                tell()
            }
        }
    }
}
