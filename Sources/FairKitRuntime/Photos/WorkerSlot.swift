import BarcodeReader
import Coordination
import FairKitService
import Logging
import Subprocess
import Synchronization
import SystemPackage

/// One worker at a time, and the zygote that forks it. It takes pictures from the queue, and answers each exactly once.
final class WorkerSlot: Sendable {
    private let worker: ScanWorkerPool.Worker
    private let queue: JobQueue
    private let logger: Logger
    private let metrics: WorkerMetrics
    /// Whether a zygote is started only when there is work.
    private let waits: Bool
    /// Blocking calls get their own thread, away from the cooperative pool.
    private let thread = BlockingThread()
    /// The picture that was taken and is not answered yet.
    private let taken = Mutex<Job?>(nil)

    init(worker: ScanWorkerPool.Worker, queue: JobQueue, waits: Bool = false, logger: Logger, metrics: WorkerMetrics) {
        self.worker = worker
        self.queue = queue
        self.waits = waits
        self.logger = logger
        self.metrics = metrics
    }

    /// The whole environment of a zygote. Huge pages save it about a thousand page faults per picture, and 4 % of the
    /// time for an easy photo of 12 megapixels (glibc manual, 39.2).
    private static let hugePages: [Environment.Key: String] = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]

    /// All workers of a zygote share its address layout, so what a hostile picture learns of it soon becomes useless.
    private static let workersOfAZygote = 100

    /// Why a zygote is replaced.
    private enum End: Sendable {
        case noMorePictures
        /// It has forked its maximum of workers.
        case retired
        /// The zygote or the waiting worker ended before any byte of the picture was sent.
        case gone(TerminationStatus?)
        case tookTooLong
        case endedWithoutReport(TerminationStatus?)
        /// The worker should have ended after its report, but did not.
        case endedBadly(TerminationStatus?)
    }

    /// Starts a zygote, and has its workers read pictures until it is replaced.
    ///
    /// - Returns: false when there are no more pictures.
    func keepZygote() async -> Bool {
        if waits, await nextJob() == nil { return false }
        let end: End
        let zygoteStatus: TerminationStatus
        do {
            guard let (zygote, input) = ZygoteSocket.pair(), let null = Descriptor.null() else {
                throw WorkerFailure.unavailable
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
                // The zygote ends when its socket closes; this kills one that does not, or a worker that hangs.
                try? execution.send(signal: .kill)
                return end
            }
            (end, zygoteStatus) = (run.closureResult, run.terminationStatus)
        } catch {
            metrics.died(.notStarted)
            logger.error("scan worker could not be started", metadata: ["error": "\(type(of: error))"])
            // Taking a picture first keeps this from spinning.
            guard let job = await nextJob() else { return false }
            fail(job, .unavailable)
            return true
        }
        return settle(end, zygoteStatus)
    }

    private func readPictures(_ zygote: ZygoteSocket) async -> End {
        for _ in 0..<Self.workersOfAZygote {
            // Forked ahead, so that it is confined before the picture arrives.
            let socket = await thread.run { zygote.fork() }
            guard let job = await metrics.idle.whileRunning({ await nextJob() }) else { return .noMorePictures }
            guard let socket, socket.isConnected else { return .gone(await statusOfWorker(of: zygote)) }
            let bytes = await metrics.busy.whileRunning {
                await thread.run { [timeout = worker.timeout] in
                    socket.answer(
                        to: job.request, about: job.picture, largest: job.largest, by: .now + timeout)
                }
            }
            guard let bytes else { return .tookTooLong }
            guard job.accept(bytes) else { return .endedWithoutReport(await statusOfWorker(of: zygote)) }
            taken.withLock { $0 = nil }
            let status = await statusOfWorker(of: zygote)
            guard status?.isSuccess == true else { return .endedBadly(status) }
        }
        return .retired
    }

    /// Answers the open picture, or keeps it for the next zygote.
    ///
    /// - Returns: false when there are no more pictures.
    private func settle(_ end: End, _ zygote: TerminationStatus) -> Bool {
        let (status, message): (TerminationStatus, Logger.Message)
        switch end {
        case .noMorePictures: return false
        case .retired: return true
        case .gone(let worker): (status, message) = (worker ?? zygote, "scan worker ended before it got a picture")
        case .tookTooLong: (status, message) = (zygote, "scan worker took too long and was killed")
        // SIGSYS, 31: the seccomp filter forbids a system call, maybe because a library is newer than the filter.
        case .endedWithoutReport(let worker):
            (status, message) = (worker ?? zygote, "scan worker ended without a report")
        case .endedBadly(let worker): (status, message) = (worker ?? zygote, "scan worker failed after its report")
        }
        logger.warning(message, metadata: ["status": "\(status)"])
        let hadNoSandbox = status == .exited(ScanWorker.Ending.unavailable.rawValue)
        if case .endedBadly = end { return true }
        metrics.died(hadNoSandbox ? .withoutSandbox : .withoutReport)
        guard var job = taken.withLock({ $0 }) else { return true }
        if case .gone = end {
            // No worker has seen the picture, so the next one gets it, once.
            guard job.isFirstTry else {
                fail(job, .unavailable)
                return true
            }
            job.isFirstTry = false
            taken.withLock { [job] in $0 = job }
        } else {
            fail(job, hadNoSandbox ? .unavailable : .workerFailed)
        }
        return true
    }

    /// The kept picture, or the next one.
    private func nextJob() async -> Job? {
        if let job = taken.withLock({ $0 }) { return job }
        let job = await queue.next()
        taken.withLock { $0 = job }
        return job
    }

    private func fail(_ job: Job, _ failure: WorkerFailure) {
        taken.withLock { $0 = nil }
        job.fail(failure)
    }

    /// How the worker ended, if it has.
    private func statusOfWorker(of zygote: ZygoteSocket) async -> TerminationStatus? {
        await thread.run { zygote.endOfWorker(by: .now + .seconds(1)).map(TerminationStatus.init(wait:)) }
    }
}

extension TerminationStatus {
    /// From the status of wait(2).
    fileprivate init(wait status: Int32) {
        self = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signaled(status & 0x7f)
    }
}
