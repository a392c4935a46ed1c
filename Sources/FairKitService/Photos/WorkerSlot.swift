import BarcodeReader
import Coordination
import Logging
import Subprocess
import Synchronization
import SystemPackage

/// One worker at a time, and the zygote that it is forked from: takes pictures from the queue, and answers each exactly once.
final class WorkerSlot: Sendable {
    private let worker: ScanWorkerPool.Worker
    private let queue: JobQueue
    private let logger: Logger
    private let metrics: ScanMetrics
    /// What blocks has a thread of its own, away from those that everything else shares.
    private let thread = BlockingThread()
    /// The picture that has been taken and not been answered.
    private let taken = Mutex<Job?>(nil)

    init(worker: ScanWorkerPool.Worker, queue: JobQueue, logger: Logger, metrics: ScanMetrics) {
        self.worker = worker
        self.queue = queue
        self.logger = logger
        self.metrics = metrics
    }

    /// A zygote's whole environment: pictures are large, and fresh for each worker. Huge pages save it some thousand page faults,
    /// and an easy photo of 12 megapixels 4 % of its time (glibc manual, 39.2).
    private static let hugePages: [Environment.Key: String] = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]

    /// All workers of a zygote have its address layout, so what one picture may learn of it is soon worth nothing.
    private static let workersOfAZygote = 100

    /// Why a zygote is given up.
    private enum End: Sendable {
        case noMorePictures
        /// It has made as many workers as it may.
        case retired
        /// It, or the worker that waited, ended before a byte of the picture was sent.
        case gone(TerminationStatus?)
        case tookTooLong
        case endedWithoutReport(TerminationStatus?)
        /// The report was there; the worker ought to have ended then.
        case endedBadly(TerminationStatus?)
    }

    /// Starts a zygote, and has its workers read pictures until it is given up.
    /// - Returns: false when there will be no more pictures.
    func keepZygote() async -> Bool {
        let end: End
        let zygoteStatus: TerminationStatus
        do {
            guard let (zygote, input) = ZygoteSocket.pair(), let null = Descriptor.null() else {
                throw ScanWorkerPool.Failure.unavailable
            }
            let run = try await Subprocess.run(
                .path(FilePath(worker.executable)),
                arguments: Arguments(
                    executablePathOverride: "fairkit", remainingValues: worker.arguments + ["--zygote"]),
                environment: .custom(Self.hugePages),
                input: .fileDescriptor(FileDescriptor(rawValue: input.raw), closeAfterSpawningProcess: false),
                output: .fileDescriptor(FileDescriptor(rawValue: null.raw), closeAfterSpawningProcess: false),
                error: .fileDescriptor(FileDescriptor(rawValue: null.raw), closeAfterSpawningProcess: false)
            ) { execution in
                input.close()
                let end = await readPictures(zygote)
                // It ends by itself when its socket does; this is for one that does not, and for a worker that hangs.
                try? execution.send(signal: .kill)
                return end
            }
            (end, zygoteStatus) = (run.closureResult, run.terminationStatus)
        } catch {
            metrics.died(.notStarted)
            logger.error("scan worker could not be started", metadata: ["error": "\(type(of: error))"])
            // A picture bears it, so that this does not spin.
            guard let job = await nextJob() else { return false }
            answer(job, .failure(.unavailable))
            return true
        }
        return settle(end, zygoteStatus)
    }

    private func readPictures(_ zygote: ZygoteSocket) async -> End {
        for _ in 0..<Self.workersOfAZygote {
            // Forked ahead: it is in its cage before the picture comes.
            let socket = await thread.run { zygote.fork() }
            guard let job = await metrics.idle.whileRunning({ await nextJob() }) else { return .noMorePictures }
            guard let socket, socket.isConnected else { return .gone(await statusOfWorker(of: zygote)) }
            let bytes = await metrics.busy.whileRunning {
                await thread.run { [timeout = worker.timeout] in
                    socket.answer(to: job.request, about: job.picture, by: .now + timeout)
                }
            }
            guard let bytes else { return .tookTooLong }
            guard let report = try? ScanReport(parsing: bytes) else {
                return .endedWithoutReport(await statusOfWorker(of: zygote))
            }
            answer(job, .success(report))
            let status = await statusOfWorker(of: zygote)
            guard status?.isSuccess == true else { return .endedBadly(status) }
        }
        return .retired
    }

    /// Answers what is left unanswered, or keeps it for the next zygote.
    /// - Returns: false when there will be no more pictures.
    private func settle(_ end: End, _ zygote: TerminationStatus) -> Bool {
        let (status, message): (TerminationStatus, Logger.Message)
        switch end {
        case .noMorePictures: return false
        case .retired: return true
        case .gone(let worker): (status, message) = (worker ?? zygote, "scan worker had ended before a picture came")
        case .tookTooLong: (status, message) = (zygote, "scan worker took too long and was killed")
        // SIGSYS, 31: a system call that the cage forbids, maybe because a library is newer than the cage.
        case .endedWithoutReport(let worker):
            (status, message) = (worker ?? zygote, "scan worker ended without a report")
        case .endedBadly(let worker): (status, message) = (worker ?? zygote, "scan worker ended badly after its report")
        }
        logger.warning(message, metadata: ["status": "\(status)"])
        let hadNoCage = status == .exited(ScanWorker.Ending.unavailable.rawValue)
        if case .endedBadly = end { return true }
        metrics.died(hadNoCage ? .withoutCage : .withoutReport)
        guard var job = taken.withLock({ $0 }) else { return true }
        if case .gone = end {
            // No worker has seen it: it goes to the next one, once.
            guard job.isFirstTry else {
                answer(job, .failure(.unavailable))
                return true
            }
            job.isFirstTry = false
            taken.withLock { [job] in $0 = job }
        } else {
            answer(job, .failure(hadNoCage ? .unavailable : .workerFailed))
        }
        return true
    }

    /// The picture that was taken before, or the next.
    private func nextJob() async -> Job? {
        if let job = taken.withLock({ $0 }) { return job }
        let job = await queue.next()
        taken.withLock { $0 = job }
        return job
    }

    private func answer(_ job: Job, _ result: Result<ScanReport, ScanWorkerPool.Failure>) {
        taken.withLock { $0 = nil }
        job.answer(result)
    }

    /// How the worker ended, which is told at once if it has.
    private func statusOfWorker(of zygote: ZygoteSocket) async -> TerminationStatus? {
        await thread.run { zygote.endOfWorker(by: .now + .seconds(1)).map(TerminationStatus.init(wait:)) }
    }
}

extension TerminationStatus {
    /// From what wait(2) tells of a process that has ended.
    fileprivate init(wait status: Int32) {
        self = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signaled(status & 0x7f)
    }
}
