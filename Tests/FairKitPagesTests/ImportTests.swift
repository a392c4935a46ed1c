import FairKitCore
import HTTPSupport
import HTTPTypes
import Support
import Testing

/// A laboratory at its browser, with files.
struct Laboratory {
    let ward: Ward
    var browser: Browser

    static func run(_ body: @Sendable @escaping (inout Laboratory) async throws -> Void) async throws {
        try await Ward.run { ward in
            var browser = Browser(ward.scene)
            let more = #", "laboratory": "Nairobi""#
            _ = try await browser.signIn(as: try await ward.scene.staff("laboratory", "lab@example.org", more: more))
            var laboratory = Laboratory(ward: ward, browser: browser)
            try await body(&laboratory)
        }
    }

    static let header = "reference,kitCode,testDate,value,unit\r\n"

    func stored() async throws -> Int {
        try await ward.scene.get("/api/v1/results", as: .laboratory).json["items"]?.list?.count ?? 0
    }

    /// Sends a form with a file, as a browser does.
    mutating func send(_ path: String, _ fields: [String: String], file: [UInt8]? = nil) async throws -> Scene.Reply {
        var body: [UInt8] = []
        for (name, text) in fields {
            body += "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8
        }
        if let file {
            body += "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.csv\"\r\n\r\n".utf8
            body += file + Array("\r\n".utf8)
        }
        return try await browser.send(path, parts: body + Array("--b--\r\n".utf8))
    }

    /// Chooses a file, and has it checked.
    mutating func check(_ file: [UInt8]) async throws -> Scene.Reply {
        let page = try await browser.open("/results/import")
        return try await send("/results/import", ["token": try Browser.token(in: page)], file: file)
    }

    mutating func check(_ text: String) async throws -> Scene.Reply { try await check(Array(text.utf8)) }

    /// What the form of a checked file sends.
    func fields(of page: Scene.Reply) throws -> [String: String] {
        var fields: [String: String] = [:]
        for name in ["token", "key", "kept", "mapped", "checked"] { fields[name] = try Browser.hidden(name, in: page) }
        for found in page.text.matches(of: #/<select id="([^"]+)"[^>]*>(.*?)<\/select>/#) {
            let chosen = found.2.firstMatch(of: #/value="([^"]*)" selected/#)
            fields[String(found.1)] = chosen.map { String($0.1).replacing("&quot;", with: "\"") } ?? ""
        }
        return fields
    }
}

@Suite struct `A file of results that a laboratory imports` {
    /// Valid codes of kits.
    private static let codes = ["FU-KIT-2025110701-X", "FU-KIT-2025111099-J"]

    private static func line(_ reference: String, _ value: String = "820", _ code: Int = 0) -> String {
        "\(reference),\(codes[code]),2026-11-20,\(value),mg/dL\r\n"
    }

    @Test(arguments: [
        "\u{FEFF}reference;kitCode;testDate;value;unit\r\n\r\nN-1;FU-KIT-2025110701-X;20.11.2026;820,5;mg/dL\r\n;;;;\r\n",
        "sep=;\nreference;kitCode;testDate;value;unit\nN-1;FU-KIT-2025110701-X;20.11.2026;820,5;mg/dL",
        "reference\tkitCode\ttestDate\tvalue\tunit\r\"N-1\"\tfu-kit-2025110701-x\t2026-11-20\t820.5\tmg/dl\r",
        "Sample no.,Kit,Date,AAT (mg/dL),Remark\r\nN-1,FU-KIT-2025110701-X,2026-11-20,820.5,\"two\r\nlines\"\r\n",
    ])
    func `is read as spreadsheets save it, and stores nothing before it is sent`(text: String) async throws {
        try await Laboratory.run { laboratory in
            let units = Array(text.utf16).filter { $0 != 0xFEFF }
            let utf16: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            for file: [UInt8] in [Array(text.utf8), utf16] {
                let page = try await laboratory.check(file)
                #expect(page.status == 200 && page.text.contains("One line can be stored."))
                #expect(page.text.contains("820.5 mg/dL") && page.text.contains("Critically high"))
                #expect(page.text.contains("One line raises an alert") && page.text.contains("Send the line</button>"))
            }
            #expect(try await laboratory.stored() == 0)
        }
    }

    @Test func `has an example in each language, which is read without a choice of columns`() async throws {
        try await Laboratory.run { laboratory in
            for language in Language.allCases {
                let chosen = try await laboratory.browser.fill(
                    "/help", ["language": language.rawValue], to: "/language")
                #expect(chosen.status == 303)
                let page = try await laboratory.browser.open("/results/import")
                #expect(page.text.contains("href=\"/results/import/example.csv\""))
                let file = try await laboratory.browser.open("/results/import/example.csv")
                #expect(file.headers[.contentType]?.hasPrefix("text/csv") == true && page.text.contains("<td>ZZ</td>"))
                let check = try await laboratory.check(file.text)
                let columns = try laboratory.fields(of: check)["checked"] ?? ""
                #expect(check.status == 200 && !check.text.contains("id=\"summary\""), "\(language) \(check.text)")
                for column in ["reference:#1", "kitCode:#2", "testDate:#3", "value:#4", "unit:#5", "genotype:#6"] {
                    #expect(columns.contains(column), "\(language): \(columns)")
                }
            }
        }
    }

    @Test func `is refused in words where it can't be read`() async throws {
        try await Laboratory.run { laboratory in
            let files: [([UInt8], String)] = [
                ([], "Choose a file."), ([0x50, 0x4B, 3, 4, 20], "Save it in the spreadsheet as"),
                (Array(Laboratory.header.utf8), "The file has no results."), (Array("\r\n\r\n".utf8), "no results"),
                (Array(repeating: 65, count: 500_001), "more than 500 KB"),
                (Array((Laboratory.header + String(repeating: "a,b,c,d,e\n", count: 2001)).utf8), "2,000 lines"),
            ]
            for (file, words) in files {
                let page = try await laboratory.check(file)
                #expect(page.status == 422 && page.text.contains(words), "\(words)")
            }
            // As Windows wrote it before UTF-8: its letters are named, and so is what to do.
            let latin = Array(
                "reference,kitCode,testDate,value,unit,method\nN-1,\(Self.codes[0]),2026-11-20,90,mg/dL,".utf8)
            let page = try await laboratory.check(latin + [0xE9, 10])
            #expect(page.text.contains("Some letters can&#39;t be read.") && page.text.contains("can&#39;t be stored"))
        }
    }

    @Test func `names every fault at once, by the row of the sheet and by its column`() async throws {
        try await Laboratory.run { laboratory in
            let text =
                "Sample no,Kit code,Date,Level,Unit,Note\r\n\r\n"
                + "N-1,\(Self.codes[0]),2026-11-20,90,mg/dL,\"a\nb\nc\"\r\n"
                + ",\(Self.codes[0]),yesterday,\"1,234\",mg/dL,\r\n" + "N-3,FU-KIT-2025110701-Y,2026-11-20,91,mmol,\r\n"
                + "N-4,\(Self.codes[1]),3/4/2026,92,mg/dL,\r\n" + "N-5,\(Self.codes[1])\r\n"
            let page = try await laboratory.check(text)
            #expect(page.status == 200)
            let rows = page.text.matches(
                of: #/<th scope="row">(\d+)<\/th><td class="code">[^<]*<\/td><td>([^<]+)<\/td><td class="wide">/#)
            #expect(
                rows.map { "\($0.1) \($0.2)" } == [
                    "4 Sample no", "4 Date", "4 Level", "5 Kit code", "5 Unit", "6 Date", "7 The whole line",
                ])
            #expect(page.text.contains("One line can be stored.") && page.text.contains("4 lines can&#39;t be stored."))
            #expect(try await laboratory.stored() == 0)
        }
    }

    @Test func `is sent without its bad lines or not at all, and never stored twice`() async throws {
        try await Laboratory.run { laboratory in
            let text =
                Laboratory.header + Self.line("N-1") + Self.line("N-2", "none") + Self.line("N-3", "90", 1)
                + Self.line("N-1") + Self.line("N-3", "95", 1)
            let page = try await laboratory.check(text)
            #expect(page.text.contains("Line 4 has this number, too"), "another result in one file")
            #expect(page.text.contains("Send the 3 lines</button>") && page.text.contains("Send none</a>"))
            #expect(try await laboratory.stored() == 0)
            let fields = try laboratory.fields(of: page)
            let sent = try await laboratory.send("/results/import/send", fields)
            let address = try #require(sent.headers[.location])
            #expect(sent.status == 303)
            #expect(try await laboratory.stored() == 2)
            let done = try await laboratory.browser.open(address)
            #expect(done.text.contains("2 results are stored.") && done.text.contains("2 lines were not stored."))
            let again = try await laboratory.send("/results/import/send", fields)
            #expect(again.headers[.location] == address, "Back and reload send nothing")
            let second = try await laboratory.check(text)
            #expect(second.text.contains("3 lines were stored before"))
            _ = try await laboratory.send("/results/import/send", try laboratory.fields(of: second))
            #expect(try await laboratory.stored() == 2)
            let forged = try await laboratory.browser.open("/results/import?sent=9-0-0")
            #expect(!forged.text.contains("9 results"))
        }
    }

    @Test func `takes a number only by a line that is stored`() async throws {
        try await Laboratory.run { laboratory in
            let page = try await laboratory.check(Laboratory.header + Self.line("N-4", "none") + Self.line("N-4"))
            #expect(!page.text.contains("has this number, too"))
            _ = try await laboratory.send("/results/import/send", try laboratory.fields(of: page))
            #expect(try await laboratory.stored() == 1, "as the page said")
        }
    }

    @Test func `comes back with its bad lines alone, and with what is wrong`() async throws {
        try await Laboratory.run { laboratory in
            let text =
                "Ref;Kit;Date;Level;Unit\r\nN-1;\(Self.codes[0]);2026-11-20;90;mg/dL\r\n"
                + "-2;\(Self.codes[1]);2026-11-20;=1+1;mg/dL\r\nN-3;\(Self.codes[1]);2026-11-20\r\n"
            let page = try await laboratory.check(text)
            let file = try await laboratory.send("/results/import/refused", try laboratory.fields(of: page))
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            let lines = file.text.split(separator: "\r\n").map { String($0) }
            #expect(lines.count == 3 && lines[0].hasSuffix("Ref;Kit;Date;Level;Unit;problem"))
            #expect(lines[1].hasPrefix("'-2;\(Self.codes[1]);2026-11-20;'=1+1;mg/dL;\"Level: Write a number"))
            #expect(lines[2].hasPrefix("N-3;\(Self.codes[1]);2026-11-20;;;\"The whole line: "))
            // What a person corrects in it is imported as it was.
            let right = try await laboratory.check(lines[0...1].joined(separator: "\n").replacing("'=1+1", with: "90"))
            #expect(right.text.contains("One line can be stored.") && right.text.contains(">-2</td>"))
        }
    }

    @Test func `says which columns it reads, and is sent only as it was checked`() async throws {
        try await Laboratory.run { laboratory in
            let text = "A,B,C,D\r\nN-1,\(Self.codes[0]),3/4/2026,\"1,125\"\r\n"
            let first = try await laboratory.check(text)
            #expect(first.status == 200 && first.text.contains("Choose the column for: Kit code"))
            #expect(!first.text.contains("import/refused"), "nothing was checked yet")
            var fields = try laboratory.fields(of: first)
            for (member, column) in ["reference": "#1", "kitCode": "#2", "testDate": "#3", "value": "#4"] {
                fields["c-\(member)"] = column
            }
            let without = try await laboratory.send("/results/import", fields)
            #expect(without.status == 422 && without.text.contains("<a href=\"#c-unit\">"), "a unit is never guessed")
            fields = try laboratory.fields(of: without).merging(["c-unit": "=g/L"]) { $1 }
            let unclear = try await laboratory.send("/results/import", fields)
            #expect(unclear.text.contains("Day and month could be swapped."))
            #expect(unclear.text.contains("The mark could be one of decimals or of thousands."))
            fields = try laboratory.fields(of: unclear).merging(["dates": "dmy", "decimals": "comma"]) { $1 }
            let unseen = try await laboratory.send("/results/import/send", fields)
            #expect(unseen.status == 200 && unseen.text.contains("1.125 g/L"), "a person sees it first")
            #expect(unseen.text.contains("3 April 2026"))
            #expect(try await laboratory.stored() == 0)
            let sent = try await laboratory.send("/results/import/send", try laboratory.fields(of: unseen))
            #expect(sent.status == 303)
            #expect(try await laboratory.stored() == 1)
        }
    }
}

@Suite struct `A file of a laboratory with other columns` {
    @Test func `has a line about each that is not used, and none to send once all are stored`() async throws {
        try await Laboratory.run { laboratory in
            let text =
                "reference,kitCode,testDate,value,unit,Geno,Rack <7>\r\n"
                + "N-1,FU-KIT-2025110701-X,2026-11-20,90,mg/dL,MZ,12\r\n"
            let page = try await laboratory.check(text)
            #expect(page.text.contains("The column Rack &lt;7&gt; is not used."), "\(page.text)")
            #expect(!page.text.contains("The column Geno"), "it is the genotype")
            let sent = try await laboratory.send("/results/import/send", try laboratory.fields(of: page))
            #expect(sent.status == 303)
            #expect(try await laboratory.stored() == 1)
            let again = try await laboratory.check(text)
            #expect(again.text.contains("One line was stored before") && !again.text.contains("Send the line"))
        }
    }
}

@Suite struct `Results that wait for a laboratory` {
    @Test func `stand in their list with their age, the oldest first, as many as the tile says`() async throws {
        try await Laboratory.run { laboratory in
            let none = try await laboratory.browser.open("/results/unmatched")
            #expect(none.text.contains("No result waits for its kit."))
            let text =
                Laboratory.header + "N-1,FU-KIT-2025110701-X,2026-11-20,90,mg/dL\n"
                + "N-2,FU-KIT-2025111099-J,2026-11-18,95,mg/dL\n"
            let page = try await laboratory.check(text)
            #expect(page.text.contains("2 lines wait until their kits are registered."))
            _ = try await laboratory.send("/results/import/send", try laboratory.fields(of: page))
            laboratory.ward.scene.house.time.advance(by: .seconds(3 * 86_400))
            let more = #", "laboratory": "Nairobi""#
            let other = try await laboratory.ward.scene.staff("laboratory", "second@example.org", more: more)
            _ = try await laboratory.browser.signIn(as: other)
            let home = try await laboratory.browser.open("/home")
            #expect(home.text.contains("href=\"/results/unmatched\"><b>2</b>results without a registered kit"))
            let list = try await laboratory.browser.open("/results/unmatched")
            let references = list.text.matches(of: #/<td class="code">(N-\d)<\/td>/#).map { String($0.1) }
            #expect(references == ["N-2", "N-1"] && list.text.contains("For 3 days"))
            #expect(list.text.contains("2 of 2 results"))
        }
    }
}

@Suite struct `A result that a laboratory corrects at the pages` {
    private static func stored(_ laboratory: inout Laboratory) async throws -> String {
        let reply = try await laboratory.ward.scene.post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "N-1", "kitCode": "FU-KIT-2025110701-X", "testDate": "2026-11-20", "method": "Nephelometry",
                 "level": {"value": 90, "unit": "mg/dL"}, "genotype": "MZ"}
                """)
        #expect(reply.status == 202)
        return try #require(reply.json["id"]?.text)
    }

    /// What the form of a result has.
    private static func fields(_ page: Scene.Reply) throws -> [String: String] {
        var fields = ["unit": "mg/dL", "interpretation": ""]
        for name in ["token", "key", "version", "testDate", "value", "low", "high", "method", "genotype", "phenotype"] {
            let pattern = try Regex("name=\"\(name)\" [^>]*?value=\"([^\"]*)\"", as: (Substring, Substring).self)
            let input = page.text.firstMatch(of: pattern)
            let value: Substring = try #require(input, "\(name)").output.1
            fields[name] = String(value)
        }
        return fields
    }

    @Test func `shows what changes, and is stored with the reason`() async throws {
        try await Laboratory.run { laboratory in
            let id = try await Self.stored(&laboratory)
            let shown = try await laboratory.browser.open("/results/\(id)")
            #expect(shown.text.contains("href=\"/results/\(id)/correct\""))
            let form = try await laboratory.browser.open("/results/\(id)/correct")
            let before = try Self.fields(form)
            #expect(before["value"] == "90" && before["genotype"] == "MZ" && before["method"] == "Nephelometry")
            let same = try await laboratory.browser.send(
                "/results/\(id)/correct", before.merging(["status": "corrected", "reason": "Mixed up"]) { $1 })
            #expect(same.status == 422 && same.text.contains("Nothing is changed."))
            let faults = [
                ("reason", ""), ("status", "cancelled"), ("genotype", ""), ("method", ""), ("value", "1,234"),
            ]
            for (name, text) in faults {
                let sent = before.merging(["value": "95", "status": "corrected", "reason": "Mixed up"]) { $1 }
                let page = try await laboratory.browser.send(
                    "/results/\(id)/correct", sent.merging([name: text]) { $1 })
                #expect(page.status == 422 && page.text.contains("<title>Error: "), "\(name)")
            }
            let after = before.merging(["value": "820,5", "status": "corrected", "reason": "Two samples <mixed>"]) {
                $1
            }
            let check = try await laboratory.browser.send("/results/\(id)/correct", after)
            #expect(check.status == 200 && check.text.contains("<td>90 mg/dL</td><td>820,5 mg/dL</td>"))
            #expect(check.text.contains("Two samples &lt;mixed&gt;") && !check.text.contains(">Method</th>"))
            #expect(check.text.contains("Low") && check.text.contains("Critically high"), "its flag, now and then")
            #expect(check.text.contains("It raises an alert: clinicians are called at once."), "and what follows")
            #expect(check.text.contains("The result waits until someone does."), "its kit is not registered")
            let slip = try await laboratory.browser.send(
                "/results/\(id)/correct", after.merging(["value": "1.5", "key": "slip"]) { $1 })
            #expect(slip.text.contains("looks like one of another unit") && slip.text.contains("until you confirm it"))
            let unchanged = try await laboratory.browser.open("/results/\(id)")
            #expect(unchanged.shows("90") && !unchanged.shows("820.5"))
            let sent = try await laboratory.browser.send("/results/\(id)/correct/send", after)
            #expect(sent.headers[.location] == "/results/\(id)?done=correctDone")
            let done = try await laboratory.browser.open("/results/\(id)?done=correctDone")
            #expect(done.shows("820.5") && done.text.contains("Two samples &lt;mixed&gt;"))
            let late = try await laboratory.browser.send(
                "/results/\(id)/correct/send", after.merging(["value": "830", "key": "another-key-of-a-form"]) { $1 })
            #expect(late.status == 409 && late.text.contains("Another person was faster"))
            // Nor does it get past by way of a refusal: the form keeps the version that its reader saw.
            let refused = try await laboratory.browser.send(
                "/results/\(id)/correct", after.merging(["value": "840", "reason": "", "key": "third"]) { $1 })
            #expect(try refused.status == 422 && Browser.hidden("version", in: refused) == before["version"])
            let checked = try await laboratory.browser.send(
                "/results/\(id)/correct", after.merging(["value": "840", "key": "fourth"]) { $1 })
            #expect(checked.status == 409 && checked.text.contains("Another person was faster"))
        }
    }
}

extension `A result that a laboratory corrects at the pages` {
    @Test func `keeps the hold that is known, and promises no call that no policy makes`() async throws {
        try await Laboratory.run { laboratory in
            let person = try await laboratory.ward.person()
            _ = try await laboratory.ward.result(of: person, "150", kit: KitCode.numbered(1))
            laboratory.ward.scene.house.time.advance(by: .seconds(86_400))
            // Far from the level before it.
            let id = try await laboratory.ward.result(
                of: person, "30", kit: KitCode.numbered(2), reference: "N-2", day: "2026-11-21")
            let shown = try await laboratory.browser.open("/results/\(id)")
            #expect(shown.text.contains("far from the patient&#39;s last one"), "\(shown.text)")
            var fields = try Self.fields(try await laboratory.browser.open("/results/\(id)/correct"))
            fields.merge(["value": "31", "status": "corrected", "reason": "Mixed up"]) { $1 }
            let held = try await laboratory.browser.send("/results/\(id)/correct", fields)
            #expect(held.status == 200 && held.text.contains("until you confirm it"), "\(held.text)")
            #expect(!held.text.contains("can read it at once") && !held.text.contains("are called at once"))
            // The level contradicts the genotype: an alert of a band without a policy.
            fields.merge(["value": "150", "genotype": "ZZ", "key": "another"]) { $1 }
            let quiet = try await laboratory.browser.send("/results/\(id)/correct", fields)
            #expect(quiet.text.contains("It raises an alert: it waits in the list"), "\(quiet.text)")
            #expect(!quiet.text.contains("are called at once"))
        }
    }
}

@Suite struct `A kit that a laboratory reviews at the pages` {
    @Test func `shows its photo beside the typed code, and the next one after it is accepted`() async throws {
        try await Laboratory.run { laboratory in
            let scene = laboratory.ward.scene
            let none = try await laboratory.browser.open("/kits/review")
            #expect(none.text.contains("No further kit waits for a review."))
            for code in ["FU-KIT-2025110701-X", "FU-KIT-2025111099-J"] {
                let registered = try await scene.post(
                    "/api/v1/test-kits/register", as: .patient, photo: TestHouse.photo("none-01.jpg"), barcode: code)
                #expect(registered.status == 201)
            }
            let home = try await laboratory.browser.open("/home")
            #expect(home.text.contains("href=\"/kits/review\"><b>2</b>kits to review"))
            let first = try await laboratory.browser.open("/kits/review")
            #expect(first.text.contains("2 kits wait for a review.") && first.text.contains("Next photo</a>"))
            #expect(first.text.contains("aria-keyshortcuts=\"j\"") && first.text.contains("aria-keyshortcuts=\"z\""))
            #expect(!first.text.contains("aria-keyshortcuts=\"k\""), "it is the first")
            let next = try #require(first.text.firstMatch(of: #/aria-keyshortcuts="j" href="([^"]+)"/#))
            let other = try await laboratory.browser.open(String(next.1))
            #expect(other.text.contains("aria-keyshortcuts=\"k\" href=\"/kits/review\""))
            let match = try #require(first.text.firstMatch(of: #/src="(\/kits\/([^\/]+)\/photo\.jpg)"/#))
            let photo = try await laboratory.browser.open(String(match.1))
            #expect(photo.headers[.contentType] == "image/jpeg")
            let token = try Browser.token(in: first)
            let accepted = try await laboratory.browser.send("/kits/\(match.2)/review", ["token": token])
            #expect(accepted.headers[.location] == "/kits/review?done=reviewDone")
            let second = try await laboratory.browser.open("/kits/review?done=reviewDone")
            #expect(second.text.contains("The kit is accepted.") && second.text.contains("One kit waits for a review."))
            #expect(!second.text.contains("/kits/\(match.2)/") && !second.text.contains("Next photo</a>"))
            #expect(try await laboratory.browser.open(String(match.1)).status == 404, "its photo is deleted")
        }
    }
}
