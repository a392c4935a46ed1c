import FairKitCore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A result that a laboratory enters at the pages` {
    private static let report = [
        "kitCode": "fu-kit-2025110701-x", "reference": "N-1", "testDate": "2026-11-20", "value": "820,5",
        "unit": "mg/dL", "status": "final",
    ]

    /// A laboratory at its browser, and a kit of the clinic that no person has registered.
    private func run(_ body: @Sendable @escaping (Ward, inout Browser) async throws -> Void) async throws {
        try await Ward.run { ward in
            var browser = Browser(ward.scene)
            let more = #", "laboratory": "Nairobi""#
            _ = try await browser.signIn(as: try await ward.scene.staff("laboratory", "lab@example.org", more: more))
            try await body(ward, &browser)
        }
    }

    private func results(_ ward: Ward) async throws -> Int {
        try await ward.scene.get("/api/v1/results", as: .laboratory).json["items"]?.list?.count ?? 0
    }

    @Test func `is shown with its flag, its alert and its hold before it is stored`() async throws {
        try await run { ward, browser in
            let person = try await ward.person()
            let registered = try await ward.scene.post(
                "/api/v1/test-kits/register", as: .administrator,
                json: #"{"barcode": "FU-KIT-2025110701-X", "profileId": "\#(person)"}"#)
            #expect(registered.status == 201)
            let home = try await browser.open("/home")
            #expect(home.text.contains("href=\"/results/new\""))
            let form = try await browser.open("/results/new")
            #expect(!form.text.contains("<option selected"), "no unit is chosen before a person does")
            let check = try await browser.fill("/results/new", Self.report)
            #expect(check.status == 200 && check.text.contains("820.5 <span class=\"unit\">mg/dL"))
            #expect(check.text.contains("Critically high") && check.text.contains("It raises an alert"))
            #expect(check.text.contains("can read it at once"))
            #expect(try await results(ward) == 0, "nothing is stored yet")
            // The number looks like one of another unit.
            let suspect = try await browser.fill(
                "/results/new", Self.report.merging(["value": "1.5"]) { $1 })
            #expect(suspect.text.contains("looks like one of another unit"))
            #expect(suspect.text.contains("does not see the result until you confirm it"))
            let open = try await browser.fill(
                "/results/new", Self.report.merging(["kitCode": "FU-KIT-2025111099-J"]) { $1 })
            #expect(open.text.contains("No person has registered this kit yet"))
            #expect(try await results(ward) == 0)
        }
    }

    @Test func `is stored once, though its form is sent twice, or its number comes again`() async throws {
        try await run { ward, browser in
            let check = try await browser.fill("/results/new", Self.report)
            var fields = Self.report
            for name in ["token", "key"] { fields[name] = try Browser.hidden(name, in: check) }
            let sent = try await browser.send("/results/record", fields)
            let address = try #require(sent.headers[.location])
            #expect(sent.status == 303 && address.hasSuffix("?done=resultEntered"))
            let second = try await browser.send("/results/record", fields)
            #expect(second.headers[.location]?.hasPrefix(String(address.prefix { $0 != "?" })) == true)
            #expect(try await browser.open(address).text.contains("The result is stored."))
            let again = try await browser.fill("/results/new", Self.report)
            #expect(again.text.contains("You stored this result before"))
            let changed = try await browser.fill(
                "/results/new", Self.report.merging(["value": "800"]) { $1 })
            #expect(changed.status == 422 && changed.text.contains("You used this number for another result"))
            #expect(try await results(ward) == 1)
        }
    }

    @Test func `asks for what it lacks at its fields, and keeps what was typed`() async throws {
        try await run { ward, browser in
            let empty = try await browser.fill("/results/new", [:])
            #expect(empty.status == 422 && empty.text.contains("<title>Error: Enter a result"))
            for field in ["kitCode", "reference", "testDate", "final"] {
                #expect(empty.text.contains("<a href=\"#\(field)\">"), "\(field)")
            }
            let faults = [
                ("value", "1,234"), ("unit", ""), ("genotype", "xx"), ("phenotype", "?"), ("low", "90"),
                ("testDate", "2031-01-01"), ("kitCode", "FU-KIT-2025110701-Y"), ("value", "-5"),
            ]
            for (name, text) in faults {
                // A critical level is never refused for what came with it.
                let report = Self.report.merging(["value": "100"]) { $1 }
                let sent = report.merging([name: text, "interpretation": "Repeat <b>soon</b>"]) { $1 }
                let page = try await browser.fill("/results/new", sent)
                #expect(page.status == 422, "\(name)")
                #expect(page.text.contains("<a href=\"#\(name == "low" ? "high" : name)\">"), "\(name)")
                #expect(page.text.contains("Repeat &lt;b&gt;soon&lt;/b&gt;</textarea>"))
            }
            // A person corrects the details of a critical level, too.
            for (more, words) in [
                (["low": "200", "high": "90"], "has to be below the second one"),
                (["value": "−5"], "A level can&#39;t be below zero."),
            ] {
                let page = try await browser.fill("/results/new", Self.report.merging(more) { $1 })
                #expect(page.status == 422 && page.text.contains(words), "\(page.text)")
            }
            let back = try await browser.fill(
                "/results/new", Self.report.merging(["change": "result"]) { $1 }, to: "/results/record")
            #expect(back.status == 200 && back.text.contains("value=\"820,5\""))
            #expect(try await results(ward) == 0)
        }
    }
    @Test func `says whom its alert calls once it is stored, and leads to another one`() async throws {
        try await run { ward, browser in
            let registered = try await ward.scene.post(
                "/api/v1/test-kits/register", as: .administrator,
                json: #"{"barcode": "FU-KIT-2025110701-X", "profileId": "\#(try await ward.person())"}"#)
            #expect(registered.status == 201)
            let shipped = try await ward.scene.post(
                "/api/v1/test-kits", as: .administrator,
                json: #"{"codes": ["FU-KIT-2025110702-V"], "status": "shipped"}"#)
            #expect(shipped.status == 200)
            let check = try await browser.fill("/results/new", Self.report)
            var fields = Self.report
            for name in ["token", "key"] { fields[name] = try Browser.hidden(name, in: check) }
            let sent = try await browser.send("/results/record", fields)
            let page = try await browser.open(try #require(sent.headers[.location]))
            #expect(page.text.contains("This result raised an alert"), "\(page.text)")
            #expect(page.text.contains("clinicians who care for the patient") && page.text.contains("team on-call"))
            #expect(page.text.contains("has been called since") && page.text.contains("<li>then <b>"))
            #expect(page.text.contains("href=\"/results/new\">Enter another result"))
            // Nothing is known of the person of another kit that this level could be compared with.
            let normal = Self.report.merging(["kitCode": "FU-KIT-2025110702-V", "value": "150", "reference": "N-2"]) {
                $1
            }
            let next = try await browser.fill("/results/new", normal, to: "/results/record")
            let calm = try await browser.open(try #require(next.headers[.location]))
            #expect(calm.text.contains("The result waits until someone does."), "no person has registered its kit")
            #expect(calm.text.contains("href=\"/results/unmatched\""))
            #expect(!page.text.contains("waits until someone does"))
            #expect(calm.text.contains("Enter another result") && !calm.text.contains("raised an alert"))
        }
    }

    @Test func `says that its alert is about a correction or a withdrawal`() async throws {
        try await run { ward, browser in
            let id = try await ward.result(of: try await ward.person(), "820")
            for (more, words) in [
                (#""level": {"value": 150, "unit": "mg/dL"}"#, "called about the correction"),
                (#""status": "entered-in-error""#, "called about the withdrawal"),
            ] {
                let changed = try await ward.scene.post(
                    "/api/v1/results/\(id)/corrections", as: .laboratory, json: #"{"reason": "Mixed up", \#(more)}"#)
                #expect([200, 201].contains(changed.status), "\(changed.text)")
                let page = try await browser.open("/results/\(id)")
                #expect(page.text.contains(words) && page.text.contains("level any more."), "\(page.text)")
                #expect(!page.text.contains("the patient, clinicians"), "no patient is called about it")
            }
        }
    }

    @Test func `is asked about if its date is old, or its kit never arrived`() async throws {
        try await run { ward, browser in
            let day = ward.scene.house.time.now.date()
            let early = Self.report.merging(["testDate": "\(day.adding(days: -400))"]) { $1 }
            let old = try await browser.fill("/results/new", early)
            #expect(old.status == 200 && old.text.contains("more than a year ago. Is the year right?"), "\(old.text)")
            #expect(old.text.contains("No arrival of this kit is on record here."))
            let arrived = try await ward.scene.post(
                "/api/v1/test-kits/arrivals", as: .laboratory,
                json: #"{"kitCode": "FU-KIT-2025110701-X", "status": "received"}"#)
            #expect(arrived.status == 200, "\(arrived.text)")
            let before = Self.report.merging(["testDate": "\(day.adding(days: -5))"]) { $1 }
            let odd = try await browser.fill("/results/new", before)
            #expect(odd.text.contains("older than what is known of this kit") && !odd.text.contains("No arrival"))
            for value in ["99999", "0"] {
                let far = Self.report.merging(["testDate": "\(day)", "value": value]) { $1 }
                let page = try await browser.fill("/results/new", far)
                #expect(page.text.contains("is far from what is usual: is the unit right?"), "\(value)")
            }
            let right = try await browser.fill("/results/new", Self.report.merging(["testDate": "\(day)"]) { $1 })
            #expect(right.status == 200 && !right.text.contains("Look at this before you send it"), "\(right.text)")
            #expect(try await results(ward) == 0, "nothing is refused, and nothing is stored")
        }
    }

    @Test func `is found by the code of its kit, which stands in no address`() async throws {
        try await run { ward, browser in
            for (value, kit, number) in [("150", "FU-KIT-2025110701-X", "N-1"), ("140", "FU-KIT-2025111099-J", "N-2")] {
                let report = Self.report.merging(["value": value, "kitCode": kit, "reference": number]) { $1 }
                #expect(try await browser.fill("/results/new", report, to: "/results/record").status == 303)
            }
            let found = try await browser.fill("/results", ["code": "]C0fu-kit-2025111099-j"], to: "/results/find")
            let address = try #require(found.headers[.location])
            #expect(!address.lowercased().contains("2025111099"))
            let page = try await browser.open(address)
            #expect(page.text.contains("140 mg/dL") && !page.text.contains("150 mg/dL"), "\(page.text)")
            #expect(page.text.contains("value=\"FU-KIT-2025111099-J\"") && page.text.contains("name=\"kit\""))
            let wrong = try await browser.fill("/results", ["code": "x"], to: "/results/find")
            #expect(wrong.status == 422 && wrong.text.contains("<title>Error: ") && wrong.text.contains("value=\"x\""))
            let part = try await browser.fill("/kits", ["code": "2026000041"], to: "/kits/find")
            for page in [wrong, part] {
                #expect(page.text.contains("Only whole codes are found.") && !page.text.contains("Nothing was stored"))
            }
        }
    }
}
