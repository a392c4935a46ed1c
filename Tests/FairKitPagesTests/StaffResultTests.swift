import FairKitCore
import HTTPSupport
import HTTPTypes
import Testing

@Suite struct `A result for staff at the pages` {
    @Test func `has its value in all units, its alert, its numbers and the patient's line`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let result = try await ward.result(
                of: id, "820", more: #", "interpretation": "Repeat <b>soon</b>", "method": "nephelometry""#)
            let page = try await ward.browser.open("/results/\(result)")
            #expect(page.status == 200 && page.text.contains("<div class=\"person\"><b>Ada Otieno</b>"))
            #expect(page.text.contains("In other units: = 8.2 g/L") && page.text.contains("umol/L"))
            #expect(page.text.contains("N-1") && page.text.contains("FU-KIT-2025110701-X"))
            #expect(page.text.contains("Repeat &lt;b&gt;soon") && page.text.contains("nephelometry"))
            let alert = try #require(page.text.firstMatch(of: #/href="(\/alerts\/[^"]+)"/#)?.1)
            #expect(try await ward.browser.open(String(alert)).status == 200)
        }
    }

    @Test func `shows its versions side by side, with what changed and why`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "57")
            let corrected = try await ward.scene.post(
                "/api/v1/results/\(result)/corrections", as: .laboratory,
                json: #"{"reason": "Samples were mixed up", "level": {"value": 175, "unit": "mg/dL"}}"#)
            #expect(corrected.status == 201)
            let page = try await ward.browser.open("/results/\(result)")
            let rows = page.text.split(separator: "<tr>").map { String($0) }
            let level = try #require(rows.first { $0.contains("AAT level</th>") })
            #expect(level.contains("<td class=\"changed\">175 mg/dL") && level.contains("<td>57 mg/dL</td>"))
            #expect(level.contains("≠</span> Changed"))
            let flag = try #require(rows.first { $0.contains("Interpretation</th>") })
            #expect(flag.contains("Within the reference range") && flag.contains("Low"))
            let reason = try #require(rows.first { $0.contains("Reason</th>") })
            #expect(reason.ranges(of: "Samples were mixed up").count == 2, "beside both versions")
            #expect(page.text.contains("Version 2 (current)"))
        }
    }

    @Test func `says that CRP was raised`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(
                of: try await ward.person(), "150", more: #", "sample": {"crp": {"value": 40, "unit": "mg/L"}}"#)
            let page = try await ward.browser.open("/results/\(result)")
            #expect(page.text.contains("CRP was raised") && page.text.contains("40 mg/L"))
        }
    }

    @Test func `is verified by reading a suspect level back, and keeps what was typed`() async throws {
        try await Ward.run { ward in
            // 1.5 mg/dL looks like a level in g/L.
            let result = try await ward.result(of: try await ward.person(), "1.5")
            let path = "/results/\(result)"
            let page = try await ward.browser.open(path)
            #expect(
                page.text.contains("The number looks like one of another unit.") && page.text.contains("\(path)/verify")
            )
            let wrong = try await ward.send(
                "\(path)/verify", from: path, ["value": "15", "unit": "mg/dL", "reason": "Asked by phone"])
            #expect(wrong.status == 422 && wrong.text.contains("differs from the record"))
            #expect(wrong.text.contains("Asked by phone</textarea>") && wrong.text.contains("value=\"15\""))
            let empty = try await ward.send("\(path)/verify", from: path, [:])
            #expect(empty.status == 422 && empty.text.contains("href=\"#unit\""))
            let done = try await ward.send(
                "\(path)/verify", from: path, ["value": "1,5", "unit": "mg/dL", "reason": "Asked by phone"])
            #expect(done.headers[.location] == "\(path)?done=verified")
            let after = try await ward.browser.open("\(path)?done=verified")
            #expect(after.text.contains("The result is verified.") && after.text.contains("Asked by phone"))
            #expect(!after.text.contains("\(path)/verify"), "no button that does nothing")
        }
    }

    @Test func `has notes among staff, which no patient and no laboratory sees`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "142")
            let path = "/results/\(result)"
            let empty = try await ward.send("\(path)/notes", from: path, ["note": " "])
            #expect(empty.status == 422 && empty.text.contains("Type 1 to 2000 characters."))
            let saved = try await ward.send("\(path)/notes", from: path, ["note": "Call <her>\r\ntomorrow"])
            #expect(saved.headers[.location] == "\(path)?done=noteSaved")
            let page = try await ward.browser.open("\(path)?done=noteSaved")
            #expect(
                page.text.contains("Call &lt;her&gt; tomorrow")
                    && page.text.contains("data-draft=\"note-\(result)\">The"))
            var laboratory = Browser(ward.scene)
            _ = try await laboratory.signIn(
                as: try await ward.scene.staff("laboratory", "lab@example.org", more: #", "laboratory": "Nairobi""#))
            let theirs = try await laboratory.open(path)
            #expect(theirs.status == 200 && !theirs.text.contains("tomorrow") && !theirs.text.contains("Ada"))
        }
    }

    @Test func `is held for a reason that a clinician reads and only the laboratory confirms`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            _ = try await ward.result(of: id, "142")
            let other = try await ward.scene.post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "N-2", "kitCode": "FU-KIT-2025110701-X", "testDate": "2026-11-20",
                     "level": {"value": 150, "unit": "mg/dL"}}
                    """)
            let held = try #require(try other.json["id"]?.text)
            let page = try await ward.browser.open("/results/\(held)")
            #expect(page.text.contains("The kit has another result.") && !page.text.contains("/verify\""))
            #expect(try await ward.browser.open("/people/\(id)").text.contains("Being checked"))
        }
    }

    @Test func `is found in a list by what stands in the address`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let normal = try await ward.result(of: id, "142")
            let critical = try await ward.result(
                of: id, "820", kit: "FU-KIT-2025110702-V", reference: "N-2", day: "2026-11-21")
            let filters = [
                ("", [normal, critical]), ("?flag=HH", [critical]), ("?from=&to=2026-11-20", [normal]),
                ("?held=true", [critical]), ("?flag=LL", []),
            ]
            for (filter, found) in filters {
                let page = try await ward.browser.open("/results\(filter)")
                for result in [normal, critical] {
                    #expect(page.text.contains("/results/\(result)") == found.contains(result), "\(filter)")
                }
                #expect(
                    page.text.contains("Ada Otieno") == !found.isEmpty
                        && page.text.contains("No match.") == found.isEmpty)
            }
        }
    }
}
