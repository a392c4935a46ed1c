import CoreMetrics
import Synchronization

/// One line of the page, or one histogram's lines.
protocol Series: AnyObject, Sendable {
    func samples(_ family: MetricFamily, _ labels: Labels) -> [Sample]
}

/// Counts up only.
final class CounterSeries: Series, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += max(amount, 0) } }
    func reset() { value.withLock { $0 = 0 } }

    func samples(_ family: MetricFamily, _ labels: Labels) -> [Sample] {
        [Sample(family.name, labels, value.withLock { $0 })]
    }
}

/// Goes up and down.
final class GaugeSeries: Series, RecorderHandler, MeterHandler {
    private let value = Mutex(0.0)

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func record(_ new: Int64) { set(Double(new)) }
    func record(_ new: Double) { set(new) }

    func samples(_ family: MetricFamily, _ labels: Labels) -> [Sample] {
        [Sample(family.name, labels, value.withLock { $0 })]
    }
}

/// Counts values by size. Times are in seconds.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let ends: [Double]
    private let state: Mutex<State>

    init(buckets: [Double]) {
        ends = buckets
        state = Mutex(State(counts: Array(repeating: 0, count: buckets.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func record(_ value: Double) {
        let bucket = ends.firstIndex { value <= $0 } ?? ends.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func samples(_ family: MetricFamily, _ labels: Labels) -> [Sample] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        var samples: [Sample] = []
        for (end, count) in zip(ends + [.infinity], counts) {
            total += count
            samples.append(Sample("\(family.name)_bucket", labels, Double(total), upTo: end))
        }
        samples.append(Sample("\(family.name)_sum", labels, sum))
        samples.append(Sample("\(family.name)_count", labels, Double(total)))
        return samples
    }
}
