import CoreMetrics
import PrometheusMetrics
import Testing

@Suite struct `The Prometheus registry` {
    @Test func `shows families by name and series by labels`() {
        let registry = PrometheusRegistry(
            families: [
                MetricFamily("b_total", .counter, "What b counts."), MetricFamily("a_bytes", .gauge, "How big a is."),
            ])
        Counter(label: "b_total", dimensions: [("kind", "y")], factory: registry).increment(by: 2)
        Counter(label: "b_total", dimensions: [("kind", "x"), ("by", "z")], factory: registry).increment()
        Gauge(label: "a_bytes", factory: registry).record(-1.5)
        #expect(
            registry.text == """
                # HELP a_bytes How big a is.
                # TYPE a_bytes gauge
                a_bytes -1.5
                # HELP b_total What b counts.
                # TYPE b_total counter
                b_total{by="z",kind="x"} 1
                b_total{kind="y"} 2
                # HELP metrics_series_refused_total Series dropped because there were too many.
                # TYPE metrics_series_refused_total counter
                metrics_series_refused_total 0

                """)
    }

    @Test func `counts a histogram's values up to each bound, in seconds`() {
        let registry = PrometheusRegistry(families: [MetricFamily("t_seconds", .histogram, "", buckets: [0.5, 1, 2.5])])
        let timer = Timer(label: "t_seconds", dimensions: [("route", "/a")], factory: registry)
        for nanoseconds in [500_000_000, 600_000_000, 1_000_000_000, 9_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        #expect(
            registry.text.hasSuffix(
                """
                # TYPE t_seconds histogram
                t_seconds_bucket{route="/a",le="0.5"} 1
                t_seconds_bucket{route="/a",le="1"} 3
                t_seconds_bucket{route="/a",le="2.5"} 3
                t_seconds_bucket{route="/a",le="+Inf"} 4
                t_seconds_sum{route="/a"} 11.1
                t_seconds_count{route="/a"} 4

                """))
    }

    @Test func `escapes characters that would break a line`() {
        let registry = PrometheusRegistry(families: [MetricFamily("m", .gauge, "A \"b\" \\ and\nmore.")])
        Meter(label: "m", dimensions: [("l", "a\"b\\c\nd\r\ne")], factory: registry).set(1)
        #expect(registry.text.contains(#"# HELP m A "b" \\ and\nmore."#))
        #expect(registry.text.contains("m{l=\"a\\\"b\\\\c\\nd\r\\ne\"} 1"))
    }

    @Test func `makes valid names`() {
        let registry = PrometheusRegistry()
        Counter(label: "http.requests-ü total", dimensions: [("1st.label", "v")], factory: registry).increment()
        #expect(registry.text.contains(#"http_requests___total{_1st_label="v"} 1"#))
    }

    @Test(arguments: [(Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (1e15, "1000000000000000")])
    func `writes every number`(value: Double, text: String) {
        let registry = PrometheusRegistry()
        Gauge(label: "g", factory: registry).record(value)
        #expect(registry.text.contains("g \(text)\n"))
    }

    @Test func `limits its series, and counts the dropped ones`() {
        let registry = PrometheusRegistry(capacity: 3)
        for number in 0..<5 { Counter(label: "c", dimensions: [("n", "\(number)")], factory: registry).increment() }
        Counter(label: "c", dimensions: [("n", "0")], factory: registry).increment()
        #expect(registry.text.contains(#"c{n="0"} 2"#))
        #expect(!registry.text.contains(#"c{n="3"}"#))
        #expect(registry.text.contains("metrics_series_refused_total 2\n"))
    }

    @Test func `accepts a name for one kind only`() {
        let registry = PrometheusRegistry()
        Counter(label: "x", factory: registry).increment()
        Gauge(label: "x", factory: registry).record(7)
        Timer(label: "x", factory: registry).recordNanoseconds(7)
        #expect(registry.text.contains("x 1\n"))
        #expect(registry.text.contains("metrics_series_refused_total 2\n"))
    }

    @Test func `forgets a metric that is destroyed`() {
        let registry = PrometheusRegistry(capacity: 1)
        let first = Counter(label: "a", factory: registry)
        first.increment()
        first.destroy()
        Meter(label: "b", factory: registry).increment(by: 2.5)
        #expect(!registry.text.contains("a 1"))
        #expect(registry.text.contains("b 2.5\n"))
    }

    @Test func `never counts down`() {
        let registry = PrometheusRegistry()
        let counter = FloatingPointCounter(label: "c", factory: registry)
        counter.increment(by: 2.25)
        counter.increment(by: -1.0)
        #expect(registry.text.contains("c 2.25\n"))
    }

    @Test func `loses no count of many at a time`() async {
        let registry = PrometheusRegistry()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        Counter(label: "c", dimensions: [("n", "\(number % 2)")], factory: registry).increment()
                    }
                }
            }
        }
        #expect(registry.text.contains(#"c{n="0"} 4000"#))
        #expect(registry.text.contains(#"c{n="1"} 4000"#))
    }
}
