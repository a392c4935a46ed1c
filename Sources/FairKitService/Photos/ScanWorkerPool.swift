package import BarcodeReader
package import CoreMetrics
import Dispatch
package import Logging
import ServiceLifecycle
import Subprocess
import SystemPackage

/// Decodes pictures in worker processes of this same binary: one process a picture, forked ahead from a zygote, so that a
/// hostile picture costs one request at most. There is no way around the workers into the server's own process.
/// See the decision `0005-pictures-in-a-cage`.
package final class ScanWorkerPool: Service {
    package enum Failure: Error, Hashable {
        /// As many pictures wait as may.
        case busy
        /// The worker ended without a report: the picture made it crash, or took too long.
        case workerFailed
        /// No worker could be started, or it could not shut its cage: the server's fault, not the picture's.
        case unavailable
        /// The kernel lacks a layer of the cage, and nobody has accepted that: no picture is read.
        case uncaged
        /// The server is stopping.
        case stopped
    }

    /// How a worker is started.
    package struct Worker: Sendable {
        package let executable: String
        package let arguments: [String]
        /// Longest time from picture to report; the worker ends itself before.
        package let timeout: Duration
        /// What the kernel lacks of the cage, so that none is started.
        package let missing: [Cage.Layer]

        package init(
            executable: String, arguments: [String], timeout: Duration = .milliseconds(3500),
            missing: [Cage.Layer] = []
        ) {
            self.executable = executable
            self.arguments = arguments
            self.timeout = timeout
            self.missing = missing
        }
    }

    private let worker: Worker
    private let count: Int
    private let queue: JobQueue
    private let logger: Logger
    private let metrics: ScanMetrics

    /// - Parameters:
    ///   - count: workers at the same time.
    ///   - waiting: pictures that may wait for one.
    package init(
        worker: Worker, count: Int, waiting: Int = 16, logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.metrics = ScanMetrics(metrics)
        self.worker = worker
        self.count = count
        self.logger = logger
        queue = JobQueue(capacity: waiting)
    }

    /// How many pictures wait for a worker.
    package var waiting: Int { queue.waiting }

    /// Has a picture read.
    package func scan(_ picture: [UInt8], _ request: ScanRequest) async throws(Failure) -> ScanReport {
        let answer = await withCheckedContinuation { continuation in
            queue.add(Job(request: request, picture: picture, answer: { continuation.resume(returning: $0) }))
        }
        return try answer.get()
    }

    /// Keeps the workers running until a graceful shutdown; then finishes what waits.
    package func run() async throws {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await withTaskGroup { group in
                    for _ in 0..<count { group.addTask { await self.keepWorker() } }
                }
            } onGracefulShutdown: {
                self.stop()
            }
        } onCancel: {
            // Another service has failed: a worker that waits for a picture would keep the process for ever.
            self.stop()
        }
    }

    /// Takes no more pictures, finishes those that wait, and lets `run` return.
    package func stop() {
        queue.stop()
    }

    /// A zygote's whole environment: pictures are large, and fresh for each worker. Huge pages save it some thousand page faults,
    /// and an easy photo of 12 megapixels 4 % of its time (glibc manual, 39.2).
    private static let hugePages: [Environment.Key: String] = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]

    private func keepWorker() async {
        guard worker.missing.isEmpty else {
            while let job = await queue.next() { job.answer(.failure(.uncaged)) }
            return
        }
        let thread = DispatchQueue(label: "scan-worker")
        while await keepZygote(thread) {}
    }

    /// Starts a zygote, and has its workers read pictures until one fails.
    /// - Returns: false when there will be no more pictures.
    private func keepZygote(_ thread: DispatchQueue) async -> Bool {
        do {
            guard let (zygote, theirs) = ZygoteSocket.pair() else { throw Failure.unavailable }
            let run = try await Subprocess.run(
                .path(FilePath(worker.executable)),
                arguments: Arguments(
                    executablePathOverride: "fairkit", remainingValues: worker.arguments + ["--zygote"]),
                environment: .custom(Self.hugePages),
                input: .fileDescriptor(FileDescriptor(rawValue: theirs), closeAfterSpawningProcess: true),
                output: .discarded, error: .discarded
            ) { execution in
                let end = await readPictures(zygote, thread)
                // It ends by itself when its socket does; this is for one that does not, and for a worker that hangs.
                try? execution.send(signal: .kill)
                return end
            }
            guard case .failed(let job, let status) = run.closureResult else { return false }
            let hadNoCage = [status, run.terminationStatus].contains(
                .exited(ScanWorker.Ending.unavailable.rawValue))
            metrics.died(hadNoCage ? .withoutCage : .withoutReport)
            // SIGSYS, 31: a system call that the cage forbids, maybe because a library is newer than the cage.
            logger.warning(
                "scan worker ended without a report", metadata: ["status": "\(status ?? run.terminationStatus)"])
            job?.answer(.failure(hadNoCage ? .unavailable : .workerFailed))
            return true
        } catch {
            metrics.died(.notStarted)
            logger.error("scan worker could not be started", metadata: ["error": "\(type(of: error))"])
            // The next picture bears it, so that this does not spin.
            guard let job = await queue.next() else { return false }
            job.answer(.failure(.unavailable))
            return true
        }
    }

    /// Why a zygote is given up.
    private enum End: Sendable {
        case noMorePictures
        /// A worker ended without a report on the picture; or, without a picture, in another way than a worker does after one.
        case failed(Job?, TerminationStatus?)
    }

    private func readPictures(_ zygote: ZygoteSocket, _ thread: DispatchQueue) async -> End {
        while true {
            // Forked ahead: it is in its cage before the picture comes. If it can't be, the next picture bears it.
            let socket = zygote.fork()
            guard let job = await metrics.idle.whileRunning({ await queue.next() }) else { return .noMorePictures }
            let bytes = await metrics.busy.whileRunning {
                await thread.run { [timeout = worker.timeout] in
                    socket?.answer(to: job.request, about: job.picture, by: .now + timeout)
                }
            }
            // One that says nothing for too long has not ended.
            guard let bytes else { return .failed(job, nil) }
            let report = try? ScanReport(parsing: bytes)
            if let report { job.answer(.success(report)) }
            let status = await thread.run {
                zygote.endOfWorker(by: .now + .seconds(1)).map(TerminationStatus.init(wait:))
            }
            guard report != nil, status?.isSuccess == true else { return .failed(report == nil ? job : nil, status) }
        }
    }
}

extension DispatchQueue {
    /// Runs what blocks, away from the threads that everything else shares.
    fileprivate func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in async { continuation.resume(returning: body()) } }
    }
}

extension TerminationStatus {
    /// From what wait(2) tells of a process that has ended.
    fileprivate init(wait status: Int32) {
        self = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signaled(status & 0x7f)
    }
}
