import CoreMetrics
import FairKitFrame
import FairKitRuntime
import FairKitService
import FairKitStore
import PrometheusMetrics

import struct Relational.DatabaseObserver

/// The metrics of a server. Created before the store is opened, because the store is measured, too.
package struct ServerMetrics: Sendable {
    let registry: PrometheusRegistry
    /// The observer for opening the store.
    let observer: DatabaseObserver

    /// - Parameter version: the program's version, for `fairkit_build_info`.
    package init(version: String) {
        registry = PrometheusRegistry(families: metricFamilies, refused: "fairkit_metrics_series_refused_total")
        observer = DatabaseObserver(registry)
        Gauge(label: "fairkit_build_info", dimensions: [("version", version)], factory: registry)
            .record(1)
    }

    /// The metrics page, which collects current values for each scrape.
    func metering(_ collect: CollectMetrics) -> Metering {
        Metering(factory: registry, contentType: PrometheusRegistry.contentType) { [registry] in
            await collect()
            return registry.text
        }
    }
}
