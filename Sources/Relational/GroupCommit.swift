import Coordination
import Dispatch
import Synchronization

/// Makes every write of a database, on one thread at a time.
///
/// The writes that queued during the last commit run in one transaction, are committed together and answered after it.
/// See decision 0002.
package final class GroupCommit: Sendable {
    private let writer: any GroupWriter
    private let observer: DatabaseObserver
    private let backlog = Mutex(WriteBacklog())
    /// Entered while a thread is at work or scheduled.
    private let busy = DispatchGroup()
    /// Entered by the first caller that closes it, until it is closed.
    private let closing = DispatchGroup()

    package init(_ writer: any GroupWriter, observer: DatabaseObserver) {
        self.writer = writer
        self.observer = observer
    }

    /// The number of waiting writes.
    package var waiting: Int { backlog.withLock { $0.count } }

    /// Queues a job. A job that can't be queued fails at once.
    package func submit(_ job: Job<Writing>, lane: WriteLane) {
        var job = job
        (job.usesReserve, job.isUrgent) = (lane == .critical, lane != .normal)
        if let refusal = writer.refusal(of: job) { return job.answer(refusal) }
        queue(job) { [job] backlog in backlog.add(job, in: lane) }
    }

    /// Queues a job that runs outside transactions, in turn with the groups.
    package func submitOutsideTransaction(_ job: Job<Writing>) {
        queue(job) { backlog in backlog.addOutsideTransaction(job) }
    }

    private func queue(_ job: Job<Writing>, _ add: (inout WriteBacklog) -> WriteBacklog.Admission) {
        let admission = backlog.withLock { backlog in
            let admission = add(&backlog)
            if admission == .starts {
                busy.enter()
                observer.began()
            }
            return admission
        }
        switch admission {
        case .waits: break
        case .starts: schedule()
        case .refused(let refusal):
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
    }

    /// Refuses new jobs, finishes queued ones and then a last one, and closes the writer. It blocks.
    package func close(last: Job<Writing>? = nil) {
        let isFirst = backlog.withLock { backlog in
            guard !backlog.isClosed else { return false }
            backlog.close()
            closing.enter()
            return true
        }
        guard isFirst else { return closing.wait() }
        busy.wait()
        if let last {
            let done = DispatchSemaphore(value: 0)
            writer.schedule {
                self.observer.holder.onThread { self.commit([last]) }
                done.signal()
            }
            done.wait()
        }
        writer.close()
        closing.leave()
    }

    private func schedule() {
        writer.schedule { self.observer.holder.onThread { self.drain() } }
    }

    private func drain() {
        while true {
            let next = backlog.withLock { backlog in
                let next = backlog.next()
                if next == nil { observer.ended() } else { observer.began() }
                return next
            }
            guard let next else { return busy.leave() }
            if !next.group.isEmpty {
                commit(next.group)
                writer.groupEnded()
            }
            if let job = next.outside { runOutsideTransaction(job) }
            if writer.isThreadScarce { return schedule() }
        }
    }

    /// Commits the whole group; if one closure throws, each runs in a transaction of its own, so that a failure costs
    /// the others only time.
    /// - Parameter attempt: how often the reason of a failure was removed for this group.
    private func commit(_ jobs: [Job<Writing>], attempt: Int = 0) {
        let admitted = jobs.filter { job in
            guard let refusal = writer.refusal(of: job) else { return true }
            job.answer(refusal)
            return false
        }
        guard !admitted.isEmpty else { return }
        var group = WriteGroup(admitted) { [self] rest in backlog.withLock { $0.postpone(rest) } }
        do {
            let commit = try writer.transaction(&group)
            if !commit.changedWatched.isEmpty { observer.changedWatched(commit.changedWatched) }
            observer.committed(group.jobs.count, commit.time, commit.pagesInLog)
            for job in group.jobs { job.answer(nil) }
        } catch  where writer.retries(group, after: error, attempt: attempt) {
            commit(group.jobs, attempt: attempt + 1)
        } catch  where group.jobs.count > 1 && !error.endsGroup {
            for job in group.jobs { commit([job], attempt: attempt) }
        } catch {
            observer.failed(error)
            // It may be committed, and a cache of callers would not know.
            if error.isUndecided { observer.changedWatched(.all) }
            if error.isDamage { observer.damaged() }
            for job in group.jobs { job.answer(error) }
        }
    }

    private func runOutsideTransaction(_ job: Job<Writing>) {
        do throws(DatabaseError) {
            try writer.runOutsideTransaction(job)
            job.answer(nil)
        } catch { job.answer(error) }
    }
}
