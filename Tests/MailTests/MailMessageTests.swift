import FairKitCore
import Mail
import Testing

@Suite struct `A message` {
    private let now = Timestamp(milliseconds: 1_795_262_400_000)

    private func message(
        named name: String = "", subject: String = "Hello", text: String = "Good morning.\n"
    ) throws -> MailMessage {
        try MailMessage(
            id: NoticeSendID.first(at: now), at: now, from: try #require(MailAddress("kit@example.org")), named: name,
            to: try #require(MailAddress("ada@example.net")), subject: subject, text: text)
    }

    private func lines(_ message: MailMessage) -> [String] {
        String(decoding: message.bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test func `has its headers, an empty line and its text`() throws {
        #expect(
            lines(try message()) == [
                "Date: Sat, 21 Nov 2026 12:00:00 +0000", "From: <kit@example.org>", "To: <ada@example.net>",
                "Message-ID: <019fe37a-9600-0000-0000-000000000000@example.org>".replacing(
                    "019fe37a-9600-0000-0000-000000000000", with: "\(NoticeSendID.first(at: now))"),
                "Subject: Hello", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
                "Good morning.", "",
            ])
    }

    @Test(arguments: [
        (-1, "Wed, 31 Dec 1969 23:59:59 +0000"), (0, "Thu, 01 Jan 1970 00:00:00 +0000"),
        (951_782_399_999, "Mon, 28 Feb 2000 23:59:59 +0000"), (1_709_210_096_000, "Thu, 29 Feb 2024 12:34:56 +0000"),
    ])
    func `has its date as RFC 5322 wants it`(milliseconds: Int64, date: String) throws {
        let message = try MailMessage(
            id: NoticeSendID.first(at: now), at: Timestamp(milliseconds: milliseconds),
            from: try #require(MailAddress("kit@example.org")), to: try #require(MailAddress("ada@example.net")),
            subject: "",
            text: "")
        #expect(lines(message)[0] == "Date: \(date)")
    }

    @Test(arguments: [
        ("Plain, with = and ?", "Plain, with = and ?"), ("Zażółć", "=?utf-8?B?WmHFvMOzxYLEhw==?="),
        ("=?utf-8?B?eA==?=", "=?utf-8?B?PT91dGYtOD9CP2VBPT0/PQ==?="),
    ])
    func `has a subject of plain or encoded words`(subject: String, encoded: String) throws {
        #expect(lines(try message(subject: subject))[4] == "Subject: \(encoded)")
    }

    @Test(arguments: [
        ("Kisumu Clinic", ["From: \"Kisumu Clinic\" <kit@example.org>"]),
        ("Klinik, Zürich", ["From: =?utf-8?B?S2xpbmlrLCBaw7xyaWNo?=", " <kit@example.org>"]),
        ("A \"good\" clinic", ["From: =?utf-8?B?QSAiZ29vZCIgY2xpbmlj?=", " <kit@example.org>"]),
        (
            String(repeating: "x", count: 60),
            ["From: \"\(String(repeating: "x", count: 60))\"", " <kit@example.org>"]
        ),
    ])
    func `has the sender's name before the address`(name: String, from: [String]) throws {
        #expect(Array(lines(try message(named: name))[1..<(1 + from.count)]) == from)
    }

    @Test(arguments: ["Clinic\r\nBcc: eve@example.com", "a\u{2028}b"])
    func `takes no header that stands in the sender's name`(name: String) {
        #expect(throws: MailMessage.Malformed.self) { try message(named: name) }
    }

    @Test func `breaks a long subject between characters`() throws {
        let subject = String(repeating: "żółw 🐢 ", count: 20)
        let encoded = lines(try message(subject: subject)).dropFirst(4).prefix { !$0.hasPrefix("Auto") }
        #expect(encoded.count > 1)
        #expect(
            encoded.dropFirst().allSatisfy { $0.hasPrefix(" =?utf-8?B?") && $0.hasSuffix("?=") && $0.utf8.count <= 76 })
    }

    @Test(arguments: [
        ("a = b\n", ["a =3D b", ""]), ("é \n", ["=C3=A9=20", ""]), ("one\n\ntwo", ["one", "", "two", ""]),
        ("", [""]), ("\n", ["", ""]),
        (".\n..", [".", "..", ""]),
        (String(repeating: "x", count: 76) + "\n", [String(repeating: "x", count: 76), ""]),
        (String(repeating: "x", count: 77) + "\n", [String(repeating: "x", count: 75) + "=", "xx", ""]),
        (
            String(repeating: "x", count: 74) + "é\n",
            [String(repeating: "x", count: 74) + "=", "=C3=A9", ""]
        ),
    ])
    func `has its text in quoted-printable`(text: String, body: [String]) throws {
        #expect(
            lines(try message(text: text)).split(separator: "", maxSplits: 1, omittingEmptySubsequences: false).last
                .map(Array.init) == body)
    }

    @Test func `has short lines of ASCII, whatever its text`() throws {
        let text =
            String(repeating: "https://kit.example.org/reset#żółw=", count: 40) + "\n"
            + String(repeating: "🐢", count: 100)
        for line in lines(try message(text: text)) {
            #expect(line.utf8.count <= 76)
            #expect(line.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
        }
    }

    @Test(arguments: ["Hello\r\nBcc: eve@example.com", "Hello\nX: y", "a\rb", "a\0b", "a\u{85}b", "a\u{2028}b", "a\tb"])
    func `takes no header that stands in its subject`(subject: String) {
        #expect(throws: MailMessage.Malformed.self) { try message(subject: subject) }
    }

    @Test(arguments: ["a\rb", "a\r\n.\r\nb", "a\0", "a\u{1b}[2J"])
    func `takes no control character but line feeds in its text`(text: String) {
        #expect(throws: MailMessage.Malformed.self) { try message(text: text) }
    }
}
