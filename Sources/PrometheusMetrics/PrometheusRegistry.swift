package import CoreMetrics
import Synchronization

/// A swift-metrics backend in Prometheus' text exposition format, version 0.0.4:
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
///
/// Counters stay counters, meters and gauges are gauges, recorders are histograms, and timers are histograms of
/// seconds. Each server has its own registry; there is no global one: pass it on as a `MetricsFactory`.
package final class PrometheusRegistry: MetricsFactory {
    private struct State {
        var families: [String: MetricFamily]
        var series: [String: [Labels: any Series]] = [:]
        var count = 0
        var refused = 0
    }

    /// The Content-Type of the page.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private let state: Mutex<State>
    private let capacity: Int
    private let refused: MetricFamily

    /// - Parameters:
    ///   - families: the known metrics. Other metrics have no help, and the buckets of `seconds`.
    ///   - capacity: the most series; further ones are dropped and counted.
    ///   - refused: the name of the counter of dropped series.
    package init(families: [MetricFamily] = [], capacity: Int = 2000, refused: String = "metrics_series_refused_total")
    {
        state = Mutex(State(families: Dictionary(families.map { ($0.name, $0) }) { $1 }))
        self.capacity = capacity
        self.refused = MetricFamily(refused, .counter, "Series dropped because there were too many.")
    }

    /// The page: families by name, series by labels.
    package var text: String {
        let (families, all, count) = state.withLock { ($0.families, $0.series, $0.refused) }
        var shown = [(refused, [Sample(refused.name, Labels([]), Double(count))])]
        for (name, series) in all {
            guard let family = families[name] else { continue }
            shown.append((family, series.sorted { $0.key < $1.key }.flatMap { $0.value.samples(family, $0.key) }))
        }
        var lines: [String] = []
        for (family, samples) in shown.sorted(by: { $0.0.name < $1.0.name }) {
            if !family.help.isEmpty { lines.append("# HELP \(family.name) \(family.help.escaped(quotes: false))") }
            lines.append("# TYPE \(family.name) \(family.kind.rawValue)")
            lines += samples.map(\.line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The series with these labels, created if necessary; nil if the name has another kind or the capacity is reached.
    private func series<S: Series>(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind, _ make: (MetricFamily) -> S
    ) -> S? {
        let name = MetricFamily.valid(label)
        let labels = Labels(dimensions)
        return state.withLock { state in
            if let known = state.series[name]?[labels] as? S { return known }
            let family = state.families[name] ?? MetricFamily(name, kind, "")
            guard family.kind == kind, state.series[name]?[labels] == nil, state.count < capacity else {
                state.refused += 1
                return nil
            }
            let new = make(family)
            state.families[name] = family
            state.series[name, default: [:]][labels] = new
            state.count += 1
            return new
        }
    }

    private func forget(_ handler: AnyObject) {
        state.withLock { state in
            for (name, series) in state.series {
                let kept = series.filter { $0.value !== handler }
                state.count -= series.count - kept.count
                state.series[name] = kept.isEmpty ? nil : kept
            }
        }
    }
}

// The backend interface of swift-metrics. Values of dropped series are discarded.
extension PrometheusRegistry {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { _ in CounterSeries() } ?? CounterSeries()
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { _ in CounterSeries() } ?? CounterSeries()
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { _ in GaugeSeries() } ?? GaugeSeries()
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { _ in GaugeSeries() } ?? GaugeSeries() }
        return histogram(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramSeries {
        // `le` is reserved for the bucket.
        let dimensions = dimensions.filter { $0.0 != "le" }
        return series(label, dimensions, .histogram) { HistogramSeries(buckets: $0.buckets) }
            ?? HistogramSeries(buckets: [])
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }
}
