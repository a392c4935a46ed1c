import DequeModule

/// A queue of several holders who take turns. Each holder's items stay in order, and however many one has, the next
/// holder waits for at most one of them.
package struct FairQueue<Holder: Hashable, Work> {
    private var work: [Holder: Deque<Work>] = [:]
    /// Holders with items, in the order of their turns.
    private var turns: Deque<Holder> = []
    /// The number of waiting items.
    package private(set) var count = 0

    package init() {}

    /// The number of a holder's waiting items.
    package func count(of holder: Holder) -> Int { work[holder]?.count ?? 0 }

    /// Appends an item behind the others of its holder.
    package mutating func append(_ piece: Work, of holder: Holder) {
        count += 1
        if work[holder]?.append(piece) == nil {
            work[holder] = [piece]
            turns.append(holder)
        }
    }

    /// Removes the first item of the holder whose turn it is; nil: the queue is empty.
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
