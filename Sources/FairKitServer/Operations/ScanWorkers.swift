import BarcodeReader
package import CoreMetrics
package import FairKitService
import FoundationEssentials
package import Logging

/// The first argument of a process that reads photos for the server.
package let scanWorkerArgument = "scan-worker"

/// One worker a core, each this same binary. What the kernel lacks of their cage is named.
package func scanWorkers(
    acceptsWeakerCage: Bool, logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance
) -> ScanWorkerPool {
    let missing = Cage.missingLayers
    for layer in missing {
        logger.log(
            level: acceptsWeakerCage ? .warning : .error,
            acceptsWeakerCage
                ? "photos are read in a weaker cage: the kernel lacks a layer"
                : "photos are refused: the kernel lacks a layer of their cage; --accept-weaker-cage reads them nevertheless",
            metadata: ["layer": "\(layer.name)"])
    }
    return ScanWorkerPool(
        worker: ScanWorkerPool.Worker(
            executable: "/proc/self/exe",
            arguments: [scanWorkerArgument] + (acceptsWeakerCage ? ["--accept-less"] : []),
            missing: acceptsWeakerCage ? [] : missing),
        count: ProcessInfo.processInfo.activeProcessorCount, logger: logger, metrics: metrics)
}
