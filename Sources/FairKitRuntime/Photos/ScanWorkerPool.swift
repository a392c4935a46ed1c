package import BarcodeReader
package import CoreMetrics
package import FairKitCore
package import FairKitService
package import Logging
import ServiceLifecycle
import Typesetting

/// Decodes pictures in worker processes of the same binary: one process per picture, forked ahead from a zygote. A
/// hostile picture costs at most one request, and the server's own process never decodes pictures. See the decision
/// `0005-photos-in-a-cage`.
package final class ScanWorkerPool: Service {
    /// The command that starts a worker.
    package struct Worker: Sendable {
        package let executable: String
        package let arguments: [String]
        /// Time limit per picture; the worker enforces a shorter one itself.
        package let timeout: Duration
        /// Missing sandbox layers that prevent workers from starting.
        package let missing: [Sandbox.Layer]

        package init(
            executable: String, arguments: [String], timeout: Duration = .milliseconds(3500),
            missing: [Sandbox.Layer] = []
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
    /// Documents, which have workers of their own.
    private let drawings: JobQueue
    private let logger: Logger
    private let readers: WorkerMetrics
    private let drawers: WorkerMetrics
    let scans: ScanMetrics

    /// - Parameters:
    ///   - count: how many workers run at once.
    ///   - waiting: how many pictures may wait.
    package init(
        worker: Worker, count: Int, waiting: Int = 16, logger: Logger,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        readers = WorkerMetrics(.scan, metrics)
        drawers = WorkerMetrics(.draw, metrics)
        scans = ScanMetrics(metrics)
        self.worker = worker
        self.count = count
        self.logger = logger
        queue = JobQueue(capacity: waiting)
        drawings = JobQueue(capacity: waiting)
    }

    /// The number of waiting pictures.
    package var waiting: Int { queue.waiting }

    /// Reads a picture in a worker.
    ///
    /// - Parameter holder: the tenant.
    package func scan(_ picture: [UInt8], _ request: ScanRequest, of holder: String = "") async throws(WorkerFailure)
        -> ScanReport
    {
        try await answer(to: request.encoded(), picture, largest: ScanReport.largest, of: holder, in: queue) {
            try? ScanReport(parsing: $0)
        }
    }

    /// Makes a portrait of a photo.
    ///
    /// - Parameter holder: the tenant.
    func answer(aboutPortraitOf photo: [UInt8], of holder: String) async throws(WorkerFailure) -> PortraitAnswer {
        try await answer(
            to: [PortraitAnswer.kind], photo, largest: PortraitAnswer.largest, of: holder, in: queue
        ) { PortraitAnswer(parsing: $0) }
    }

    /// Draws a document or a chart in a worker that does nothing else. See the decision `0005-photos-in-a-cage`.
    ///
    /// - Parameters:
    ///   - holder: the tenant.
    ///   - caller: the one that asked: only a part of what waits is one caller's.
    package func draw(
        _ request: DrawingRequest, of holder: String, for caller: String
    ) async throws(DrawFailure) -> [UInt8] {
        guard let bytes = request.encoded() else { throw .impossible }
        let drawing: Drawing
        do {
            drawing = try await answer(to: bytes, [], largest: Drawing.limit + 1, of: holder, for: caller, in: drawings)
            {
                Drawing(parsing: $0, to: request)
            }
        } catch { throw .worker(error) }
        switch drawing {
        case .file(let file): return file
        case .noFonts: throw .noFonts
        case .impossible: throw .impossible
        }
    }

    private func answer<Answer: Sendable>(
        to request: [UInt8], _ file: [UInt8], largest: Int, of holder: String, for caller: String? = nil,
        in queue: JobQueue,
        _ parse: @escaping @Sendable ([UInt8]) -> Answer?
    ) async throws(WorkerFailure) -> Answer {
        let answer: Result<Answer, WorkerFailure> = await withCheckedContinuation { continuation in
            let accept: @Sendable ([UInt8]) -> Bool = { bytes in
                guard let answer = parse(bytes) else { return false }
                continuation.resume(returning: .success(answer))
                return true
            }
            queue.add(
                Job(
                    holder: holder, caller: caller, request: request, picture: file, largest: largest, accept: accept,
                    fail: { continuation.resume(returning: .failure($0)) }))
        }
        return try answer.get()
    }

    /// Keeps the workers running until a graceful shutdown; then finishes the waiting pictures.
    package func run() async throws {
        await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await withTaskGroup { group in
                    for _ in 0..<count {
                        group.addTask { await self.keepWorker() }
                        group.addTask { await self.keepDrawer() }
                    }
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
        drawings.stop()
    }

    private func keepWorker() async {
        guard worker.missing.isEmpty else {
            while let job = await queue.next() { job.fail(.unsandboxed) }
            return
        }
        let slot = WorkerSlot(worker: worker, queue: queue, logger: logger, metrics: readers)
        while await slot.keepZygote() {}
    }

    private func keepDrawer() async {
        guard worker.missing.isEmpty else {
            while let job = await drawings.next() { job.fail(.unsandboxed) }
            return
        }
        let drawer = Worker(
            executable: worker.executable, arguments: worker.arguments + ["--draws"], timeout: worker.timeout)
        let slot = WorkerSlot(worker: drawer, queue: drawings, waits: true, logger: logger, metrics: drawers)
        while await slot.keepZygote() {}
    }
}
