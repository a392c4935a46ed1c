import CoreMetrics
import FairKitHTTP
import FairKitRuntime
import FairKitService
import FairKitStore
import PrometheusMetrics

import struct SQLCipher.DatabaseObserver

/// Everything that one server measures. It is made before the store is opened, since the store is measured, too.
package struct ServerMetrics: Sendable {
    let registry: PrometheusRegistry
    /// What the store is opened with.
    let observer: DatabaseObserver

    /// - Parameter version: of the program, for `fairkit_build_info`.
    package init(version: String) {
        registry = PrometheusRegistry(families: metricFamilies, refused: "fairkit_metrics_series_refused_total")
        observer = DatabaseObserver(registry)
        Gauge(label: "fairkit_build_info", dimensions: [("version", version)], factory: registry)
            .record(1)
    }

    /// The page, brought up to date whenever it is asked for.
    func metering(_ collect: CollectMetrics) -> Metering {
        Metering(factory: registry, contentType: PrometheusRegistry.contentType) { [registry] in
            await collect()
            return registry.text
        }
    }
}
