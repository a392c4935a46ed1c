import FairKitCore
import FairKitFrame
import FairKitPages
import FoundationEssentials
import Testing

@Suite struct `Markup` {
    /// Marks that end a text or a value in HTML.
    static let marks = ["&", "<", ">", "\"", "'"]
    /// Each joins the character before it to one grapheme cluster.
    static let joiners = ["", "\u{338}", "\u{200D}", "\u{FE0F}", "\u{301}\u{338}"]

    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

    @Test(arguments: marks, joiners)
    func `escapes each mark, whatever follows it`(mark: String, joiner: String) {
        let name = "x\(mark)\(joiner) onfocus=evil autofocus y"
        let html = text("<input value=\"\(name)\">")
        let value = html.dropFirst("<input value=\"".count).dropLast(2)
        #expect(!value.utf8.contains { [0x22, 0x27, 0x3C, 0x3E].contains($0) })
        #expect(html.utf8.count { $0 == 0x22 } == 2, "one attribute")
        // The reader sees what was typed: joined characters can't be compared or replaced, only bytes.
        let entities = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        let expected = "x\(entities[mark] ?? "")\(joiner) onfocus=evil autofocus y"
        #expect(value.utf8.elementsEqual(expected.utf8))
    }

    @Test func `would be broken by escaping characters instead of bytes`() {
        let name = "x\"\u{338} autofocus"
        let byCharacter = String(name.flatMap { $0 == "\"" ? Array("&quot;") : [$0] })
        #expect(byCharacter.utf8.contains(0x22), "the attack works on the usual way")
        #expect(!text("\(name)").utf8.contains(0x22))
    }

    @Test func `copies markup, and escapes texts`() {
        let part: HTML = "<b>\("<i>")</b>"
        #expect(
            text("\(part)\([part, part])\(nil as HTML?)\(3)") == String(repeating: "<b>&lt;i&gt;</b>", count: 3) + "3")
    }

    @Test func `has addresses whose parts are encoded`() {
        let evil = "../x?y=1&z=\"javascript:alert(1)#'//evil"
        let link = Link("/results/\(evil)", of: .standard)
        #expect(link.text == "/results/..%2Fx%3Fy%3D1%26z%3D%22javascript%3Aalert%281%29%23%27%2F%2Fevil")
        #expect(text("<a href=\"\(to: link)\">") == "<a href=\"\(link.text)\">")
    }

    @Test(arguments: [
        "javascript:alert(1)", "//evil.example", "/\\evil.example", "\\\\evil.example", "/%09/evil.example",
        "https://evil.example/results", "/\t/evil.example", "results", "", "/docs", "/results//", "//results",
        "/sign-out", "/at/other/results", "/results\r\nSet-Cookie: a=b", "/results#x", "/results;x",
    ])
    func `leads to no address of a user that is not a page`(sent: String) {
        #expect(Link(next: sent, of: .standard, among: Route.pages) == nil)
    }

    @Test(arguments: ["/results", "/results?cursor=abc", "/alerts/0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b"])
    func `leads to the page that was asked for`(sent: String) {
        #expect(Link(next: sent, of: .standard, among: Route.pages)?.text == sent)
        let berlin = TenantName("berlin") ?? .standard
        #expect(Link(next: "/at/berlin\(sent)", of: berlin, among: Route.pages) != nil)
        #expect(Link(next: sent, of: berlin, among: Route.pages) == nil)
    }

    /// Faults of markup that the types can't find.
    private static var faults: [(name: String, form: Regex<Substring>)] {
        [
            ("a value without quotes", #/\b(?:[a-z]+-[a-z]+|class|for|href|action|id|name|src|type|value|x|y)=\\\(/#),
            ("an address that is no link", #/\b(?:href|src|action|formaction|poster)=\\?"(?!\\\(to: |#|")[^\\"]*\\\(/#),
            ("a text where an address stands", #/\b(?:href|src|action|formaction|poster)=\\?"\\\((?!to: )/#),
            ("an event or a style in an attribute", #/<[^>]*\s(?:on[a-z]+|style)=/#),
            ("a number that a turned wheel changes", #/type=\\?"number/#),
            ("a script or a style in the page", #/<(?:script(?! src=)|style)\b/#),
        ]
    }

    private func faults(in source: String) -> [String] {
        let code = source.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
        let faults = Self.faults
        return code.flatMap { line in
            faults.filter { line.contains($0.form) }.map { "\($0.name): \(line)" }
        }
    }

    @Test func `has no value without quotes, and no address but a link, in any source`() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Sources/FairKitPages"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 10)
        for file in files {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            #expect(faults(in: text) == [], "\(file)")
        }
    }

    @Test(arguments: [
        #"<a href="\(name)">"#, #"<a href="/x/\(id)">"#, #"<input value=\(name)>"#, #"<b onclick="x">"#,
        #"<p style="color: red">"#, "<script>let a = 1</script>", #"<form action="\(path)">"#, #"type=\"number\""#,
    ])
    func `would be found with such a fault`(sample: String) {
        #expect(!faults(in: sample).isEmpty)
    }
}
