package import BarcodeReader
package import CoreMetrics
package import Logging
import ServiceLifecycle

/// Decodes pictures in worker processes of the same binary: one process per picture, forked ahead from a zygote. A
/// hostile picture costs at most one request, and the server's own process never decodes pictures. See the decision
/// `0005-pictures-in-a-cage`.
package final class ScanWorkerPool: Service {
    package enum Failure: Error, Hashable {
        /// The queue is full.
        case busy
        /// The worker ended without a report: the picture crashed it, or took too long.
        case workerFailed
        /// No worker could be started or confined. This is the server's fault, not the picture's.
        case unavailable
        /// The kernel lacks a layer of the sandbox, and the operator has not accepted that. Pictures are refused.
        case uncaged
        /// The server is stopping.
        case stopped
    }

    /// The command that starts a worker.
    package struct Worker: Sendable {
        package let executable: String
        package let arguments: [String]
        /// Time limit per picture; the worker enforces a shorter one itself.
        package let timeout: Duration
        /// Missing sandbox layers that prevent workers from starting.
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
    ///   - count: how many workers run at once.
    ///   - waiting: how many pictures may wait.
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

    /// The number of waiting pictures.
    package var waiting: Int { queue.waiting }

    /// Reads a picture in a worker.
    ///
    /// - Parameter holder: the tenant.
    package func scan(_ picture: [UInt8], _ request: ScanRequest, of holder: String = "") async throws(Failure)
        -> ScanReport
    {
        let answer = await withCheckedContinuation { continuation in
            queue.add(
                Job(holder: holder, request: request, picture: picture, answer: { continuation.resume(returning: $0) }))
        }
        return try answer.get()
    }

    /// Keeps the workers running until a graceful shutdown; then finishes the waiting pictures.
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
            // Another service failed: a worker that waits for a picture would keep the process alive.
            self.stop()
        }
    }

    /// Accepts no more pictures, finishes the waiting ones, and lets `run` return.
    package func stop() {
        queue.stop()
    }

    private func keepWorker() async {
        guard worker.missing.isEmpty else {
            while let job = await queue.next() { job.answer(.failure(.uncaged)) }
            return
        }
        let slot = WorkerSlot(worker: worker, queue: queue, logger: logger, metrics: metrics)
        while await slot.keepZygote() {}
    }
}
