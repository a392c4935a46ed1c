package import BarcodeReader
package import CoreMetrics
import Glibc
package import Logging
import ServiceLifecycle
import Subprocess
import Synchronization
import SystemPackage

/// Decodes pictures in worker processes of this same binary: one process a picture, spawned ahead, so that a hostile
/// picture costs one request at most. There is no way around the workers into the server's own process.
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
            queue.add(Job(input: request.encoded() + picture, answer: { continuation.resume(returning: $0) }))
        }
        return try answer.get()
    }

    /// Keeps the workers running until a graceful shutdown; then finishes what waits.
    package func run() async throws {
        // Writing to a worker that has died is an error to be answered, not the end of the server.
        signal(SIGPIPE, SIG_IGN)
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

    private func keepWorker() async {
        guard worker.missing.isEmpty else {
            while let job = await queue.next() { job.answer(.failure(.uncaged)) }
            return
        }
        var goesOn = true
        while goesOn { goesOn = await serveOne() }
    }

    /// Spawns one worker, hands it the next picture, and answers.
    /// - Returns: false when there will be no more.
    private func serveOne() async -> Bool {
        let taken = Mutex<Job?>(nil)
        var answer: Result<ScanReport, Failure> = .failure(.unavailable)
        do {
            let run = try await Subprocess.run(
                .path(FilePath(worker.executable)),
                arguments: Arguments(executablePathOverride: "fairkit", remainingValues: worker.arguments),
                environment: .custom([] as [[UInt8]]), input: .inputWriter, output: .sequence, error: .discarded
            ) { execution -> Result<ScanReport, Failure>? in
                guard let job = await metrics.idle.whileRunning({ await queue.next() }) else {
                    // It ends by itself when its input does; this is for one that does not.
                    try? execution.send(signal: .kill)
                    return nil
                }
                taken.withLock { $0 = job }
                return await metrics.busy.whileRunning { await exchange(job, with: execution) }
            }
            guard let outcome = run.closureResult else { return false }
            let hadNoCage = run.terminationStatus == .exited(ScanWorker.Ending.unavailable.rawValue)
            answer = hadNoCage ? .failure(.unavailable) : outcome
            if hadNoCage {
                metrics.died(.withoutCage)
            } else if case .failure = outcome {
                metrics.died(.withoutReport)
                // SIGSYS: a system call that the cage forbids, maybe because a library is newer than the cage.
                logger.warning(
                    "scan worker ended without a report", metadata: ["status": "\(run.terminationStatus)"])
            }
        } catch {
            metrics.died(.notStarted)
            logger.error("scan worker could not be started", metadata: ["error": "\(type(of: error))"])
        }
        // If it did not even start, the next picture bears it, so that this loop does not spin.
        var job = taken.withLock { $0 }
        if job == nil { job = await queue.next() }
        guard let job else { return false }
        job.answer(answer)
        return true
    }

    /// Writes the picture, reads the report and checks it. A worker that takes too long is killed.
    private func exchange<E>(
        _ job: Job, with execution: Execution<CustomWriteInput, SequenceOutput, E>
    ) async -> Result<ScanReport, Failure> {
        let bytes = await withTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try? await transfer(job.input, with: execution) }
            group.addTask { [timeout = worker.timeout] in
                try? await ContinuousClock().sleep(for: timeout)
                return nil
            }
            let first = await group.next() ?? nil
            if first == nil { try? execution.send(signal: .kill) }
            group.cancelAll()
            return first
        }
        guard let bytes, let report = try? ScanReport(parsing: bytes) else { return .failure(.workerFailed) }
        return .success(report)
    }
}

/// - Returns: what the worker answered; no more is read than a report can hold.
private func transfer<E>(
    _ input: [UInt8], with execution: Execution<CustomWriteInput, SequenceOutput, E>
) async throws -> [UInt8] {
    // A worker that has read enough answers without reading the rest.
    _ = try? await execution.standardInputWriter.write(input)
    try? await execution.standardInputWriter.finish()
    var output: [UInt8] = []
    for try await buffer in execution.standardOutput where output.count <= ScanReport.largest {
        unsafe buffer.bytes.withUnsafeBytes { unsafe output.append(contentsOf: $0) }
    }
    return output
}
