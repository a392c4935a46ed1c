package import BarcodeReader
package import CoreMetrics
package import Logging
import ServiceLifecycle

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
    /// - Parameter holder: whose it is.
    package func scan(_ picture: [UInt8], _ request: ScanRequest, of holder: String = "") async throws(Failure)
        -> ScanReport
    {
        let answer = await withCheckedContinuation { continuation in
            queue.add(
                Job(holder: holder, request: request, picture: picture, answer: { continuation.resume(returning: $0) }))
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

    private func keepWorker() async {
        guard worker.missing.isEmpty else {
            while let job = await queue.next() { job.answer(.failure(.uncaged)) }
            return
        }
        let slot = WorkerSlot(worker: worker, queue: queue, logger: logger, metrics: metrics)
        while await slot.keepZygote() {}
    }
}
