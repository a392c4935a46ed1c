import CoreMetrics
import FairKitCore

/// Counts photos that were not kept because a limit was reached.
struct PhotosNotKept: Sendable {
    private let counters: [KeptPhotoLimit: Counter]

    init(_ metrics: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: KeptPhotoLimit.allCases.map { limit in
                let counter = Counter(
                    label: "fairkit_photos_not_kept_total", dimensions: [("by", limit.rawValue)], factory: metrics)
                counter.increment(by: 0)
                return (limit, counter)
            })
    }

    func count(_ limit: KeptPhotoLimit) { counters[limit]?.increment() }
}
