/// A pool of workers for two lanes, neither of which can take all workers: urgent work never waits for normal work
/// alone, nor the reverse. Work that finds no idle worker waits in its lane, first in, first out.
///
/// It is inlined where its types are known, since each read uses it three times.
@usableFromInline package struct WorkerPool<Worker, Work> {
    @usableFromInline struct Lane {
        /// The number of busy workers.
        @usableFromInline var busy = 0
        @usableFromInline var waiting: [Work] = []

        @inlinable init() {}
    }

    @usableFromInline var idle: [Worker]
    /// The most workers of a lane.
    @usableFromInline let most: Int
    @usableFromInline var urgent = Lane()
    @usableFromInline var normal = Lane()

    /// - Parameter kept: how many workers a lane leaves to the other.
    @inlinable package init(_ workers: [Worker], kept: Int) {
        idle = workers
        most = max(workers.count - kept, 1)
    }

    /// An idle worker, now assigned to that lane; nil: the work has to wait.
    @inlinable package mutating func worker(for lane: ReadLane) -> Worker? {
        guard self[lane].busy < most, let worker = idle.popLast() else { return nil }
        self[lane].busy += 1
        return worker
    }

    /// The idle worker that is used next, which is the last one used; nil: none is idle.
    @inlinable package var nextIdle: Worker? { idle.last }

    /// Queues work for which no worker is idle.
    @inlinable package mutating func enqueue(_ work: Work, in lane: ReadLane) { self[lane].waiting.append(work) }

    /// The next work for a worker that has finished work of a lane; nil: no work is waiting that the limits of the
    /// lanes allow, and the worker becomes idle.
    @inlinable package mutating func next(for worker: Worker, after lane: ReadLane) -> (
        work: Work, lane: ReadLane
    )? {
        self[lane].busy -= 1
        for lane in [ReadLane.urgent, .normal] where !self[lane].waiting.isEmpty && self[lane].busy < most {
            self[lane].busy += 1
            return (self[lane].waiting.removeFirst(), lane)
        }
        idle.append(worker)
        return nil
    }

    /// The amount of waiting work.
    @inlinable package func waiting(in lane: ReadLane) -> Int { self[lane].waiting.count }

    @inlinable subscript(lane: ReadLane) -> Lane {
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
