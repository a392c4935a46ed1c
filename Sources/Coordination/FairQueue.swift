import DequeModule

/// Work of several holders, who take turns: each one's work stays in its order, and however much one has, another waits for one piece of it
/// at most.
package struct FairQueue<Holder: Hashable, Work> {
    private var work: [Holder: Deque<Work>] = [:]
    /// Those who have work, in the order of their turns.
    private var turns: Deque<Holder> = []
    /// How much work waits.
    package private(set) var count = 0

    package init() {}

    /// How much work of a holder waits.
    package func count(of holder: Holder) -> Int { work[holder]?.count ?? 0 }

    /// Adds work behind all other of its holder.
    package mutating func append(_ piece: Work, of holder: Holder) {
        count += 1
        if work[holder]?.append(piece) == nil {
            work[holder] = [piece]
            turns.append(holder)
        }
    }

    /// Takes the first work of the holder whose turn it is; nil: none waits.
    package mutating func popFirst() -> Work? {
        guard let holder = turns.popFirst(), let piece = work[holder]?.popFirst() else { return nil }
        count -= 1
        if work[holder]?.isEmpty == true {
            work[holder] = nil
        } else {
            turns.append(holder)
        }
        return piece
    }
}

extension FairQueue: Sendable where Holder: Sendable, Work: Sendable {}
