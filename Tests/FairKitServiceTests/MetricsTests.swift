import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
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
        collect = CollectMetrics(
            workers: house.workers, now: now, metrics: registry,
            storage: { [directory = house.directory] in StorageUse(disk: directory.disk, database: nil) },
            stores: { [store = house.store] in [(.standard, store)] })
    }

    /// The value of a series on the page.
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
        value(#"fairkit_oldest_unacked_delivery_age_seconds{band="\#(band)",tenant="default"}"#)
    }

    @discardableResult
    private func raise() async throws -> ResultView {
        _ = try await house.register(code, for: try await house.person())
        return try await house.record("N-1", code, 820, by: try await house.laboratory()).result
    }

    @Test func `count emergency accesses, once each`() async throws {
        #expect(value("fairkit_break_glass_total") == "0")
        let (person, clinician) = (try await house.person(), try await house.somebody(.clinician))
        for _ in 1...2 {
            _ = try await house.tenancy.emergencies.open(person, reason: "Unconscious in casualty", by: clinician)
        }
        #expect(value("fairkit_break_glass_total") == "1")
        #expect(value("fairkit_break_glass_unheard_total") == "1", "no administrator has an account")
        _ = try await house.somebody(.administrator)
        let another = try await house.person()
        _ = try await house.tenancy.emergencies.open(another, reason: "Unconscious in casualty", by: clinician)
        #expect(value("fairkit_break_glass_total") == "2")
        #expect(value("fairkit_break_glass_unheard_total") == "1")
    }

    @Test func `report unreviewed emergency accesses and their age`() async throws {
        func unreviewed() -> [String?] {
            [
                value(#"fairkit_break_glass_unreviewed{tenant="default"}"#),
                value(#"fairkit_oldest_unreviewed_break_glass_age_seconds{tenant="default"}"#),
            ]
        }
        await collect()
        #expect(unreviewed() == ["0", "0"])
        let (person, clinician) = (try await house.person(), try await house.somebody(.clinician))
        let glass = try await house.tenancy.emergencies.open(person, reason: "Unconscious in casualty", by: clinician)
            .value
        house.time.advance(by: .seconds(90))
        await collect()
        #expect(unreviewed() == ["1", "90"])
        _ = try await house.tenancy.emergencies.review(glass.id, by: house.caller(.administrator))
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(unreviewed() == ["0", "0"])
    }

    @Test func `count security events like the audit log`() async throws {
        func counted(_ event: String) -> String? {
            value(#"fairkit_security_events_total{event="\#(event)",tenant="default"}"#)
        }
        let denials = house.tenancy.denials
        try await denials.forbidden(nil, to: house.caller(.clinician))
        await collect.begin(.standard, house.store)
        for _ in 1...3 { try await denials.forbidden(nil, to: house.caller(.clinician)) }
        await collect()
        #expect(counted("request.denied") == "3", "what came before it was counted before")
        #expect(["account.locked", "session.refused", "session.reused"].map(counted) == ["0", "0", "0"])
        for number in 1...5 {
            try await denials.unknown("/api/v1/results", from: "192.0.2.1", requestID: "\(number)")
        }
        try await denials.writeCounted(atOnce: true)
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(counted("request.denied") == "8", "each one, however few entries tell of them")
    }

    @Test func `report keys that expire within 14 days without rotation`() async throws {
        func ending(_ role: String) -> String? {
            value(#"fairkit_keys_ending{role="\#(role)",tenant="default"}"#)
        }
        let (key, _) = try await house.tenancy.keys.create(name: "doctor", for: .clinician, by: .command)
        _ = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        // A key that was created for a day is not reported.
        _ = try await house.tenancy.keys.create(
            name: "visit", for: .consumer, until: .after(.seconds(13 * 86_400)), by: .command)
        for (days, count) in [(0, "0"), (350, "0"), (2, "1")] {
            house.time.advance(by: .seconds(days * 86_400))
            await collect()
            #expect(ending("clinician") == count, "\(days)")
            #expect(ending("consumer") == "0")
        }
        _ = try await house.tenancy.keys.rotate(
            key.id, overlap: .seconds(86_400), by: .command)
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(ending("clinician") == "0")
    }

    @Test func `report when the audit log was last verified`() async throws {
        func sound() -> [String?] {
            [
                value(#"fairkit_audit_sound{tenant="default"}"#),
                value(#"fairkit_audit_sound_age_seconds{tenant="default"}"#),
            ]
        }
        _ = try await house.person()
        house.time.advance(by: .seconds(100))
        await collect()
        #expect(sound() == ["1", "100"], "since it began")
        _ = try await house.tenancy.audit.verify(against: nil, by: house.caller(.administrator))
        house.time.advance(by: .seconds(30))
        await collect()
        #expect(sound() == ["1", "30"])
        let failed = AuditEntry(
            at: house.time.now, actor: AuditActor(key: nil), action: .auditVerified, outcome: .failed,
            object: "changed",
            profileID: nil, requestID: "test")
        try await house.store.write { (tx) throws(DatabaseError) in try tx.record(failed) }
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(sound() == ["0", "40"])
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

        // Its lease of 30 seconds has expired, and it was not claimed again.
        house.time.advance(by: .seconds(32))
        await collect()
        #expect(waiting("pending") == "1")
        #expect(waiting("leased") == "0")
        #expect(happened("expired") == "0")

        let second = try #require(try await house.claim().first)
        #expect(second.alert == first.alert)
        try await house.ack(second)
        house.time.advance(by: .seconds(10))
        await collect()
        #expect(happened("expired") == "1")
        #expect(happened("leased") == "2")
        #expect(happened("acked") == "1")
        #expect(waiting("pending") == "0")
        #expect(age() == "0")
    }

    @Test func `report the duration of deliveries, and the last hour's acked share`() async throws {
        func ratio() -> String? { value(#"fairkit_acked_delivery_ratio{band="critical",tenant="default"}"#) }
        func taken(_ bucket: String) -> String? { value(#"fairkit_delivery_ack_seconds_\#(bucket)"#) }
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
        try await house.ack(delivery)
        try await house.ack(delivery)
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

    @Test func `count stale tokens`() async throws {
        try await raise()
        let delivery = try #require(try await house.claim().first)
        #expect(value("fairkit_stale_tokens_total") == "0")
        house.time.advance(by: .seconds(30))
        await #expect(throws: Refusal<LeaseFailure>.self) { try await house.ack(delivery) }
        #expect(value("fairkit_stale_tokens_total") == "1")
    }

    @Test func `count the queue every ten seconds, and update ages in between`() async throws {
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

    @Test func `add events once, though two scrapes run at the same time`() async throws {
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

    @Test func `count a repeated result once, and a correction as another version`() async throws {
        let result = try await raise()
        let laboratory = Caller(
            subject: Subject(.key(.new(at: house.time.now)), role: .laboratory(result.laboratoryID)), route: "test",
            requestID: "test"
        )
        _ = try await house.record("N-1", code, 820, by: laboratory)
        _ = try await house.correct(result.id, to: 150, by: laboratory)
        #expect(value(#"fairkit_results_recorded_total{flag="HH"}"#) == "1")
        #expect(value(#"fairkit_results_recorded_total{flag="N"}"#) == "1")
    }

    @Test func `show the store`() async throws {
        try await raise()
        await collect()
        let always = ["commits_total", "disk_available_bytes", "disk_size_bytes"]
        let ofFiles = ["wal_pages", "wal_bytes", "database_bytes"]
        for name in always + (TestEngine.current == .files ? ofFiles : []) {
            let number = try #require(value("fairkit_\(name)").flatMap { Double($0) }, "\(name)")
            #expect(number > 0, "\(name)")
        }
        #expect(value("fairkit_commit_failures_total") == "0")
        #expect(value("fairkit_write_queue_length") == "0")
        #expect(value("fairkit_write_queue_capacity") == "1024")
        #expect(value("fairkit_commit_duration_seconds_count") == value("fairkit_commits_total"))
        #expect(value("fairkit_metrics_failures_total") == "0")
    }

    @Test func `report that the queue can't be counted`() async throws {
        house.store.close()
        await collect()
        #expect(value("fairkit_metrics_failures_total") == "1")
        #expect(value("fairkit_write_queue_length") == "0")
    }

    @Test func `show photos and the workers that read them`() async throws {
        let photo = try TestHouse.photo("kit-01.jpg")
        try await house.withWorkers {
            _ = try await house.tenancy.kits.scan(photo, by: house.caller(.clinician))
            await #expect(throws: Refusal<PhotoFailure>.self) {
                try await house.tenancy.kits.scan([1, 2, 3], by: house.caller(.clinician))
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
            await #expect(throws: Refusal<PhotoFailure>.self) {
                try await house.tenancy.kits.scan([1], by: house.caller(.clinician))
            }
        }
        #expect(registry.text.contains(#"fairkit_scan_worker_deaths_total{reason="\#(reason)"} "#))
        #expect(!registry.text.contains(#"fairkit_scan_worker_deaths_total{reason="\#(reason)"} 0"#))
    }

    @Test(arguments: [("/bin/true", "without-report"), ("/nowhere/fairkit", "not-started")])
    func `count drawing workers that die, by reason`(executable: String, reason: String) async throws {
        let registry = PrometheusRegistry()
        let house = try TestHouse(
            worker: ScanWorkerPool.Worker(executable: executable, arguments: []), metrics: registry)
        let person = try await house.person()
        try await house.withWorkers {
            await #expect(throws: Refusal<DrawFailure>.self) {
                try await house.tenancy.results.trendChart(
                    of: person, as: .svg, in: .english, by: house.caller(.clinician))
            }
        }
        let deaths = registry.text.split(separator: "\n").filter { $0.hasPrefix("fairkit_draw_worker_deaths_total{") }
        for line in deaths {
            #expect(line.hasSuffix(" 0") != line.contains(#"reason="\#(reason)""#), "\(line)")
        }
        #expect(deaths.count == 3)
        #expect(registry.text.contains(#"fairkit_draw_workers{state="busy"} 0"#))
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
        // Without the values: byte counts may contain any digits.
        let text = registry.text.split(separator: "\n").map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] }
            .joined(separator: "\n")
        #expect(text.contains("fairkit_alerts_raised_total{"))
        for secret in [code, "N-1", "Otieno", "Nairobi", "\(result.id)", "820"] { #expect(!text.contains(secret)) }
    }
}

extension TestHouse {
    /// A critical result of an unregistered kit.
    fileprivate func raiseAnother() async throws {
        let code = try #require(KitCode(number: 4711))
        _ = try await record("N-2", "\(code)", 820, by: try await laboratory())
    }
}
