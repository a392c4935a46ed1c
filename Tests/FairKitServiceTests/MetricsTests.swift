import FairKitCore
import FairKitService
import FairKitStore
import PrometheusMetrics
import Support
import Testing

@Suite struct `The metrics` {
    private let registry = PrometheusRegistry()
    private let house: TestHouse
    private let collect: CollectMetrics
    private let code = "FU-KIT-2025110701-X"

    init() throws {
        house = try TestHouse(metrics: registry)
        let now: Now = { [time = house.time] in time.now }
        collect = CollectMetrics(workers: house.workers, now: now, metrics: registry) { [store = house.store] in
            [(.standard, store)]
        }
    }

    /// The value of a series, as the page has it.
    private func value(_ series: String) -> String? {
        registry.text.split(separator: "\n").first { $0.hasPrefix(series + " ") }
            .map { String($0.dropFirst(series.count + 1)) }
    }

    private func waiting(_ state: String, band: String = "critical") -> String? {
        value(#"fairkit_deliveries{band="\#(band)",group="default",state="\#(state)",tenant="default"}"#)
    }

    private func happened(_ event: String) -> String? {
        value(#"fairkit_alert_events_total{event="\#(event)",tenant="default"}"#)
    }

    private func age(_ band: String = "critical") -> String? {
        value(#"fairkit_oldest_undelivered_alert_age_seconds{band="\#(band)",tenant="default"}"#)
    }

    @discardableResult
    private func raise() async throws -> TestResult {
        _ = try await house.register(code, for: try await house.person())
        return try await house.record("N-1", code, 820, by: try await house.laboratory()).result
    }

    @Test func `count what is opened in emergencies, once each`() async throws {
        #expect(value("fairkit_break_glass_total") == "0")
        let (person, clinician) = (try await house.person(), try await house.somebody(.clinician))
        for _ in 1...2 {
            _ = try await house.cases.openBreakGlass(person, reason: "Unconscious in casualty", by: clinician)
        }
        #expect(value("fairkit_break_glass_total") == "1")
    }

    @Test func `follow an alert from its result to its delivery`() async throws {
        try await raise()
        await collect()
        #expect(value(#"fairkit_results_recorded_total{flag="HH"}"#) == "1")
        #expect(value(#"fairkit_alerts_raised_total{band="critical",rule="critical-high"}"#) == "1")
        #expect(waiting("pending") == "1")
        #expect(waiting("leased") == "0")
        #expect(age() == "0")

        house.time.advance(by: .seconds(75))
        let first = try #require(try await house.claim().first)
        await collect()
        #expect(waiting("pending") == "0")
        #expect(waiting("leased") == "1")
        #expect(happened("leased") == "1")
        #expect(age() == "75")

        // Its lease of eight seconds is over; nobody has claimed it again.
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(waiting("pending") == "1")
        #expect(waiting("leased") == "0")
        #expect(happened("expired") == "0")

        let second = try #require(try await house.claim().first)
        #expect(second.alert == first.alert)
        try await house.deliver(second)
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(happened("expired") == "1")
        #expect(happened("leased") == "2")
        #expect(happened("delivered") == "1")
        #expect(waiting("pending") == "0")
        #expect(age() == "0")
    }

    @Test func `tell how long deliveries take, and how much of the last hour's got through`() async throws {
        func ratio() -> String? { value(#"fairkit_delivery_ratio{band="critical",tenant="default"}"#) }
        func taken(_ bucket: String) -> String? { value(#"fairkit_alert_delivery_seconds_\#(bucket)"#) }
        await collect()
        #expect(ratio() == "1")
        try await raise()
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(ratio() == "1", "it may still be in time")
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(ratio() == "0")
        let delivery = try #require(try await house.claim().first)
        try await house.deliver(delivery)
        try await house.deliver(delivery)
        #expect(taken(#"count{band="critical"}"#) == "1", "a repetition is no delivery")
        #expect(taken(#"sum{band="critical"}"#) == "20")
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(ratio() == "1")
        house.time.advance(by: .seconds(3600))
        try await house.raiseAnother()
        house.time.advance(by: .seconds(11))
        await collect()
        #expect(ratio() == "0", "of the first, an hour has passed")
    }

    @Test func `count tokens that are shown too late`() async throws {
        try await raise()
        let delivery = try #require(try await house.claim().first)
        #expect(value("fairkit_stale_tokens_total") == "0")
        house.time.advance(by: .seconds(8))
        await #expect(throws: LeaseFailure.self) { try await house.deliver(delivery) }
        #expect(value("fairkit_stale_tokens_total") == "1")
    }

    @Test func `count the queue every ten seconds, and let its age grow in between`() async throws {
        await collect()
        try await raise()
        house.time.advance(by: .milliseconds(9999))
        await collect()
        #expect(waiting("pending") == "0")
        house.time.advance(by: .milliseconds(1))
        await collect()
        #expect(waiting("pending") == "1")
        #expect(age() == "10")
        house.time.advance(by: .seconds(5))
        await collect()
        #expect(age() == "15")
    }

    @Test func `add what happened once, though two ask at the same time`() async throws {
        try await raise()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { [collect] in await collect() } }
        }
        #expect(happened("raised") == "1")
    }

    @Test func `count from the start of the process`() async throws {
        try await raise()
        await collect.begin(.standard, house.store)
        await collect()
        #expect(happened("raised") == "0")
        #expect(waiting("pending") == "1")
    }

    @Test func `count a repeated result once and a correction as another version`() async throws {
        let result = try await raise()
        let laboratory = Caller(
            subject: Subject(.key(.new(at: house.time.now)), role: .laboratory(result.laboratoryID)), requestID: "test"
        )
        _ = try await house.record("N-1", code, 820, by: laboratory)
        _ = try await house.correct(result.id, to: 150, by: laboratory)
        #expect(value(#"fairkit_results_recorded_total{flag="HH"}"#) == "1")
        #expect(value(#"fairkit_results_recorded_total{flag="N"}"#) == "1")
    }

    @Test func `show the store`() async throws {
        try await raise()
        await collect()
        for name in ["commits_total", "wal_pages", "wal_bytes", "database_bytes", "disk_available_bytes"] {
            let number = try #require(value("fairkit_\(name)").flatMap { Double($0) }, "\(name)")
            #expect(number > 0, "\(name)")
        }
        #expect(value("fairkit_commit_failures_total") == "0")
        #expect(value("fairkit_write_queue_length") == "0")
        #expect(value("fairkit_write_queue_capacity") == "1024")
        #expect(value("fairkit_commit_duration_seconds_count") == value("fairkit_commits_total"))
        #expect(value("fairkit_metrics_failures_total") == "0")
    }

    @Test func `say when the queue can't be counted`() async throws {
        house.store.close()
        await collect()
        #expect(value("fairkit_metrics_failures_total") == "1")
        #expect(value("fairkit_write_queue_length") == "0")
    }

    @Test func `show photos and the workers that read them`() async throws {
        let photo = try TestHouse.photo("kit-01.jpg")
        try await house.withWorkers {
            _ = try await house.cases.scanPhoto(photo, by: house.caller(.clinician).subject)
            await #expect(throws: ScanPhoto.Failure.self) {
                try await house.cases.scanPhoto([1, 2, 3], by: house.caller(.clinician).subject)
            }
        }
        #expect(value(#"fairkit_scans_total{outcome="kit"}"#) == "1")
        #expect(value(#"fairkit_scans_total{outcome="unreadable"}"#) == "1")
        #expect(value("fairkit_scan_duration_seconds_count") == "2")
        #expect(value(#"fairkit_scan_workers{state="busy"}"#) == "0")
        #expect(value(#"fairkit_scan_workers{state="idle"}"#) == "0")
    }

    @Test(arguments: [("/bin/true", "without-report"), ("/nowhere/fairkit", "not-started")])
    func `count workers that die`(executable: String, reason: String) async throws {
        let registry = PrometheusRegistry()
        let house = try TestHouse(
            worker: ScanWorkerPool.Worker(executable: executable, arguments: []), metrics: registry)
        try await house.withWorkers {
            await #expect(throws: ScanPhoto.Failure.self) {
                try await house.cases.scanPhoto([1], by: house.caller(.clinician).subject)
            }
        }
        #expect(registry.text.contains(#"fairkit_scan_worker_deaths_total{reason="\#(reason)"} "#))
        #expect(!registry.text.contains(#"fairkit_scan_worker_deaths_total{reason="\#(reason)"} 0"#))
    }

    @Test func `show the process`() async throws {
        await collect()
        for name in ["resident_memory_bytes", "open_fds", "max_fds", "start_time_seconds"] {
            let number = try #require(value("process_\(name)").flatMap { Double($0) }, "\(name)")
            #expect(number > 0, "\(name)")
        }
    }

    @Test func `hold no id, no code and no name`() async throws {
        let result = try await raise()
        await collect()
        // Without the values: any digits may stand in a number of bytes.
        let text = registry.text.split(separator: "\n").map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] }
            .joined(separator: "\n")
        #expect(text.contains("fairkit_alerts_raised_total{"))
        for secret in [code, "N-1", "Otieno", "Nairobi", "\(result.id)", "820"] { #expect(!text.contains(secret)) }
    }
}

extension TestHouse {
    /// A critical result of a kit that nobody has registered.
    fileprivate func raiseAnother() async throws {
        let code = try #require(KitCode(number: 4711))
        _ = try await record("N-2", "\(code)", 820, by: try await laboratory())
    }
}
