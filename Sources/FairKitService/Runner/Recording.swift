package import CoreMetrics

/// One counter per case, all created at once, so that each series exists before its first count.
package func counters<Case: RawRepresentable & Hashable>(
    _ name: String, _ label: String, _ cases: [Case], _ factory: any MetricsFactory
) -> [Case: Counter] where Case.RawValue == String {
    Dictionary(
        uniqueKeysWithValues: cases.map {
            ($0, Counter(label: name, dimensions: [(label, $0.rawValue)], factory: factory))
        })
}

extension Timer {
    /// Records a time.
    package func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
