import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
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
            #expect(page.text.contains("<select class=\"short\" id=\"unit\" name=\"unit\" required>"))
            let wrong = try await ward.send(
                "\(path)/verify", from: path, ["value": "15", "unit": "mg/dL", "reason": "Asked by phone"])
            #expect(wrong.status == 422 && wrong.text.contains("differs from the record"))
            #expect(wrong.text.contains("Asked by phone</textarea>") && wrong.text.contains("value=\"15\""))
            let empty = try await ward.send("\(path)/verify", from: path, [:])
            #expect(empty.status == 422 && empty.text.contains("href=\"#unit\""))
            #expect(empty.text.contains("href=\"#reason\"") && !empty.text.contains("(not required)"))
            let done = try await ward.send(
                "\(path)/verify", from: path, ["value": "1,5", "unit": "mg/dL", "reason": "Asked by phone"])
            #expect(done.headers[.location] == "\(path)?done=verified")
            let after = try await ward.browser.open("\(path)?done=verified")
            #expect(after.text.contains("The result is verified.") && after.text.contains("Asked by phone"))
            #expect(!after.text.contains("\(path)/verify"), "no button that does nothing")
            #expect(!after.text.contains("data-draft=\"result\""), "a result that is being entered is still kept")
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
            let record = try await ward.browser.open("/people/\(id)").text
            #expect(record.contains("To be verified") && !record.contains("Being checked"))
        }
    }

    @Test func `says who verifies it, and by which telephone they are asked`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "1.5")
            let before = try await ward.browser.open("/results/\(result)").text
            #expect(before.contains("You can verify it, or Nairobi."), "\(before)")
            #expect(
                before.contains("only Nairobi can correct or withdraw it")
                    && before.contains("An administrator can add it"))
            let (laboratories, administrator) = (
                ward.scene.house.tenancy.laboratories, ward.scene.house.caller(.administrator)
            )
            let listed = try await laboratories.list(after: nil, limit: 9, by: administrator).items
            let id = try #require(listed.first { $0.name == "Nairobi" }?.id)
            let details = LaboratoryDetails(phone: PhoneNumber("+254711000111"))
            _ = try await laboratories.set(details, of: id, by: administrator)
            #expect(try await ward.browser.open("/results/\(result)").text.contains("href=\"tel:+254711000111\""))
        }
    }

    @Test func `is withdrawn by its laboratory, with a reason and a proof`() async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "1.5")
            let person = try await ward.scene.staff(
                "laboratory", "lab@example.org", more: #", "laboratory": "Nairobi""#)
            var laboratory = Browser(ward.scene)
            _ = try await laboratory.signIn(as: person)
            let path = "/results/\(result)/withdraw"
            #expect(try await laboratory.open("/results/\(result)").text.contains("href=\"\(path)\""))
            #expect(!(try await ward.browser.open("/results/\(result)").text).contains(path), "a clinician asks them")
            #expect(try await laboratory.open(path).headers[.location]?.hasPrefix("/prove?next=") == true)
            ward.scene.house.time.advance(by: .seconds(60))
            let proof = [
                "password": person.password, "next": path,
                "code": try #require(person.mfa).code(at: ward.scene.house.time.now),
                "token": try Browser.token(in: try await laboratory.open("/prove?next=%2Fhome")),
            ]
            #expect(try await laboratory.send("/prove", proof).headers[.location] == path)
            let page = try await laboratory.open(path)
            let token = try Browser.token(in: page)
            #expect(page.status == 200 && page.text.contains("Withdraw 1.5 mg/dL"))
            #expect(page.text.contains("<span class=\"code\">FU-KIT-2025110701-X</span>"))
            let empty = try await laboratory.send(path, ["token": token, "version": "1"])
            #expect(empty.status == 422 && empty.text.contains("href=\"#reason\""))
            let late = try await laboratory.send(path, ["token": token, "version": "7", "reason": "Mixed up"])
            #expect(late.status == 409 && late.text.contains("Mixed up</textarea>"))
            let done = try await laboratory.send(path, ["token": token, "version": "1", "reason": "Mixed up"])
            #expect(done.headers[.location] == "/results/\(result)?done=resultWithdrawn")
            let after = try await laboratory.open("/results/\(result)").text
            #expect(after.contains("Mixed up") && !after.contains(path))
        }
    }

    @Test func `that is not verified is missing in the chart, which says so in each reader's word`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            for (number, level) in ["150", "160", "1.5"].enumerated() {
                _ = try await ward.result(
                    of: id, level, kit: KitCode.numbered(number + 1), reference: "N-\(number)",
                    day: "2026-11-\(20 + number)")
                ward.scene.house.time.advance(by: .seconds(86_400))
            }
            let page = try await ward.browser.open("/people/\(id)").text
            #expect(page.contains("One result is still to be verified and isn&#39;t in this chart."), "\(page)")
            #expect(page.contains("Reference range: 100–200 mg/dL") && !page.contains("Usual range"))
        }
    }

    @Test func `of a day stands beside the other one of that day in the chart`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            for (number, level) in ["150", "152", "160"].enumerated() {
                _ = try await ward.result(
                    of: id, level, kit: KitCode.numbered(number + 1), reference: "N-\(number)",
                    day: number < 2 ? "2026-11-20" : "2026-11-21")
                if number == 1 { ward.scene.house.time.advance(by: .seconds(86_400)) }
            }
            let page = try await ward.browser.open("/people/\(id)").text
            let places = page.matches(of: #/<svg class="point normal" x="([0-9.]+)%"/#).map { String($0.1) }
            #expect(places == ["11.50", "16.50", "92.00"])
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
