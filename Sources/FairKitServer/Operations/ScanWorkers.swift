import BarcodeReader
package import CoreMetrics
package import FairKitRuntime
import FoundationEssentials
package import Logging

/// The first argument of a process that reads photos for the server.
package let scanWorkerArgument = "scan-worker"

/// The scan worker pool: one worker per core, if there is the memory for them, running this same binary. Logs the sandbox layers that the kernel lacks.
package func scanWorkers(
    acceptsWeakerCage: Bool, logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance
) -> ScanWorkerPool {
    let missing = Sandbox.missingLayers
    for layer in missing {
        logger.log(
            level: acceptsWeakerCage ? .warning : .error,
            acceptsWeakerCage
                ? "photos are read in a weaker sandbox: the kernel lacks a layer of it"
                : "photos are refused: the kernel lacks a layer of the sandbox; to read them anyway, use --accept-weaker-cage",
            metadata: ["layer": "\(layer.name)"])
    }
    return ScanWorkerPool(
        worker: ScanWorkerPool.Worker(
            executable: "/proc/self/exe",
            arguments: [scanWorkerArgument] + (acceptsWeakerCage ? ["--accept-less"] : []),
            missing: acceptsWeakerCage ? [] : missing),
        count: MachineMemory.scanWorkers(
            cores: ProcessInfo.processInfo.activeProcessorCount, memory: MachineMemory.bytes()), logger: logger,
        metrics: metrics)
}
