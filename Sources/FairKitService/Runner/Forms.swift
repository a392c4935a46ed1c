import Coordination
package import FairKitCore
import FairKitStore
import Synchronization

/// The forms of pages. One that a browser sends twice is carried out once. See decision 0159.
package struct Forms: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var forms: Forms { Forms(tenant: self) }
}

extension Forms {
    /// Carries out a form, or answers as when it came before. The forms of one person wait for each other, so that a second
    /// press finds the answer to the first.
    ///
    /// - Parameters:
    ///   - sent: the form with its key; nil: it has none, and is carried out.
    ///   - address: the page that an answer leads to; nil: the form was refused, and may be sent again.
    ///   - again: an answer that leads to such a page.
    package func once<Answer>(
        _ sent: KeyedRequest?, by caller: Caller, leadingTo address: (Answer) -> String?, again: (String) -> Answer,
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        guard let sent else { return try await body() }
        let repetition = try tenant.store.repetition(of: sent, by: caller.subject.id)
        await tenant.formTurns.acquire(repetition.actor)
        defer { tenant.formTurns.release(repetition.actor) }
        let now = tenant.now()
        let before = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            try tx.answer(to: repetition, at: now)
        }
        if let before { return again(before) }
        let answer = try await body()
        if let address = address(answer) {
            do {
                try await tenant.store.write { (tx) throws(DatabaseError) in
                    try tx.remember(repetition, answer: address, at: now)
                }
            } catch {
                // The form was carried out, and says so. Only a repetition of it would not be known.
            }
        }
        return answer
    }
}

/// One form at a time for each person.
final class FormTurns: Sendable {
    private struct Turn {
        let lock = FIFOLock()
        var count = 0
    }

    private let turns = Mutex<[ActorID: Turn]>([:])

    func acquire(_ actor: ActorID) async {
        let lock = turns.withLock { turns in
            turns[actor, default: Turn()].count += 1
            return turns[actor]?.lock
        }
        await lock?.acquire()
    }

    func release(_ actor: ActorID) {
        turns.withLock { turns in
            guard var turn = turns.removeValue(forKey: actor) else { return }
            turn.lock.release()
            turn.count -= 1
            if turn.count > 0 { turns[actor] = turn }
        }
    }
}
