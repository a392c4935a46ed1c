/// What a read is for.
package enum ReadingLane: Sendable {
    /// What may not wait for lists: who somebody is, and what brings alerts to consumers. Such a read is short.
    case urgent
    /// Everything else.
    case normal
}

/// Workers that both lanes share, of which neither ever has all: what is urgent never waits for the others' reads alone, nor they for
/// it. Who finds none waits in the order of a lane.
struct Crew<Worker, Work> {
    private struct Line {
        /// How many workers it has.
        var busy = 0
        var waiting: [Work] = []
    }

    private var idle: [Worker]
    /// How many a lane has at most.
    private let most: Int
    private var (urgent, normal) = (Line(), Line())

    /// - Parameter kept: how many of them a lane leaves to the other.
    init(_ workers: [Worker], kept: Int) {
        idle = workers
        most = max(workers.count - kept, 1)
    }

    /// Somebody who is idle, and works for that lane from now on; nil: the work has to wait.
    mutating func worker(for lane: ReadingLane) -> Worker? {
        guard self[lane].busy < most, let worker = idle.popLast() else { return nil }
        self[lane].busy += 1
        return worker
    }

    mutating func wait(with work: Work, in lane: ReadingLane) { self[lane].waiting.append(work) }

    /// What a worker does next who has done something for a lane; nil if nobody waits, or who waits has as many workers as it gets: then
    /// the worker is idle.
    mutating func next(for worker: Worker, after lane: ReadingLane) -> (work: Work, lane: ReadingLane)? {
        self[lane].busy -= 1
        for lane in [ReadingLane.urgent, .normal] where !self[lane].waiting.isEmpty && self[lane].busy < most {
            self[lane].busy += 1
            return (self[lane].waiting.removeFirst(), lane)
        }
        idle.append(worker)
        return nil
    }

    func waiting(in lane: ReadingLane) -> Int { self[lane].waiting.count }

    private subscript(lane: ReadingLane) -> Line {
        _read {
            switch lane {
            case .urgent: yield urgent
            case .normal: yield normal
            }
        }
        _modify {
            switch lane {
            case .urgent: yield &urgent
            case .normal: yield &normal
            }
        }
    }
}
