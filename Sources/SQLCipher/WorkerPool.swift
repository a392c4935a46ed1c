/// A pool of workers for two lanes of work, of which neither ever takes all: urgent work never waits for normal work alone, nor the
/// other way round. Work that finds no idle worker waits in its lane, first in, first out.
struct WorkerPool<Worker, Work> {
    private struct Lane {
        /// How many workers it has.
        var busy = 0
        var waiting: [Work] = []
    }

    private var idle: [Worker]
    /// How many a lane has at most.
    private let most: Int
    private var (urgent, normal) = (Lane(), Lane())

    /// - Parameter kept: how many of them a lane leaves to the other.
    init(_ workers: [Worker], kept: Int) {
        idle = workers
        most = max(workers.count - kept, 1)
    }

    /// An idle worker, which works for that lane from now on; nil: the work has to wait.
    mutating func worker(for lane: ReadingLane) -> Worker? {
        guard self[lane].busy < most, let worker = idle.popLast() else { return nil }
        self[lane].busy += 1
        return worker
    }

    /// The idle worker that is lent next, which is the one that was used last; nil: none is idle.
    var nextIdle: Worker? { idle.last }

    /// Queues work for which no worker is idle.
    mutating func enqueue(_ work: Work, in lane: ReadingLane) { self[lane].waiting.append(work) }

    /// The next work of a worker that has finished work of a lane; nil: no work waits for which a lane may have another worker, and the
    /// worker is idle.
    mutating func next(for worker: Worker, after lane: ReadingLane) -> (work: Work, lane: ReadingLane)? {
        self[lane].busy -= 1
        for lane in [ReadingLane.urgent, .normal] where !self[lane].waiting.isEmpty && self[lane].busy < most {
            self[lane].busy += 1
            return (self[lane].waiting.removeFirst(), lane)
        }
        idle.append(worker)
        return nil
    }

    /// How much work waits.
    func waiting(in lane: ReadingLane) -> Int { self[lane].waiting.count }

    private subscript(lane: ReadingLane) -> Lane {
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
