import Coordination
package import FairKitCore
package import KeyRing
import Synchronization

/// Hashes passwords on a few low-priority threads: each hash takes 250 ms and 64 MB. `PasswordQueue` decides the order.
package final class PasswordWork: Sendable {
    private let row: Row
    private let cost: PasswordHash.Cost
    /// A hash to compare with where no password is stored, so that the timing does not reveal it.
    private let unmatched: PasswordHash?

    /// - Parameters:
    ///   - limits: how many hashes run at once, and how many wait.
    ///   - cost: the cost of new hashes.
    package init(
        limits: PasswordQueue.Limits = PasswordQueue.Limits(threads: 1), cost: PasswordHash.Cost = .standard
    ) {
        row = Row(limits)
        self.cost = cost
        unmatched = try? .unmatched(cost: cost)
    }

    /// Chooses the number of threads for a machine.
    ///
    /// - Parameter memory: in bytes; nil: unknown.
    package convenience init(cores: Int, memory: Int?) {
        let threads = PasswordThreads.count(cores: cores, memory: memory, hash: PasswordHash.Cost.standard.memory)
        self.init(limits: PasswordQueue.Limits(threads: threads))
    }

    package enum Failure: Error {
        /// The queue is full for this account, its tenant, or the server.
        case busy
        case key(KeyError)
    }

    /// A slot in the queue. It is released when the object is freed.
    final class Turn: Sendable {
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

    /// Takes a slot before anything is counted against the caller.
    func enter(_ person: PasswordQueue.Person) throws(Failure) -> Turn {
        guard let ticket = row.enter(person) else { throw .busy }
        return Turn(row, ticket)
    }

    /// The hash to store for a password.
    func hash(_ password: ChosenPassword, of person: PasswordQueue.Person) async throws(Failure) -> String {
        let turn = try enter(person)
        return try await run(at: turn) { [cost] () throws(KeyError) in
            try PasswordHash(of: password.text, cost: cost).description
        }
    }

    /// The result of comparing a password with a stored hash.
    struct Match: Sendable {
        let isRight: Bool
        /// A new hash of the same password, if the stored one has an outdated cost, or is of the text before
        /// normalization, as earlier versions hashed it.
        let better: String?
    }

    /// Compares a password with a stored hash. A wrong password takes the same time whether no hash, a current one or
    /// an older, cheaper one is stored; the difference is filled up. A right password with an older hash takes longer
    /// once, because it is hashed again, which only its owner sees.
    ///
    /// Two differences remain. If the cost is ever lowered, older hashes take longer until their passwords change. A
    /// hash of equal work but more memory takes about a tenth longer until its owner signs in.
    ///
    /// - Parameter stored: nil: no hash is stored, which takes the same time.
    func match(_ password: String, with stored: String?, at turn: Turn) async throws(Failure) -> Match {
        try await run(at: turn) { [cost, unmatched] () throws(KeyError) in
            guard let hash = stored.flatMap({ PasswordHash($0) }) ?? unmatched else {
                throw .cryptography(operation: "scrypt")
            }
            let composed = password.composed
            var (isRight, isOutdated) = (try hash.matches(composed), hash.needsRehash(for: cost))
            if !isRight, !composed.utf8.elementsEqual(password.utf8), try hash.matches(password) {
                (isRight, isOutdated) = (true, true)
            }
            guard isRight, stored != nil else {
                if isOutdated { try hash.fillUp(to: cost) }
                return Match(isRight: false, better: nil)
            }
            guard isOutdated else { return Match(isRight: true, better: nil) }
            return Match(isRight: true, better: try PasswordHash(of: composed, cost: cost).description)
        }
    }

    /// Computes when the slot's turn comes.
    private func run<T: Sendable>(
        at turn: Turn, _ body: @escaping @Sendable () throws(KeyError) -> T
    ) async throws(Failure) -> T {
        defer { withExtendedLifetime(turn) {} }
        let result: Result<T, KeyError> = await withCheckedContinuation { continuation in
            row.run(turn.ticket) {
                let result: Result<T, KeyError>
                do throws(KeyError) { result = .success(try body()) } catch { result = .failure(error) }
                return { continuation.resume(returning: result) }
            }
        }
        do throws(KeyError) { return try result.get() } catch { throw .key(error) }
    }
}

/// The queue and its worker threads.
private final class Row: Sendable {
    /// Computes, and returns a closure that reports the result once the slot is no longer at work.
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
                let answer = work()
                self.state.withLock { state in
                    state.queue.finish(ticket)
                    state.idle.append(thread)
                }
                self.startNext()
                answer()
            }
        }
    }
}
