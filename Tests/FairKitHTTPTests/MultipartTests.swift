import FairKitFrame
import Testing

@Suite struct `A multipart form` {
    private func parse(_ text: String, boundary: String = "b") throws -> Multipart {
        try Multipart(Array(text.utf8), boundary: boundary)
    }

    @Test func `has fields and files`() throws {
        let form = try parse(
            "--b\r\nContent-Disposition: form-data; name=\"barcode\"\r\n\r\nFU-KIT\r\n"
                + "--b\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"a;b\\\"c.jpg\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\n\u{1}\r\n--not the end\r\n\r\n--b--\r\n")
        #expect(form.parts.map(\.name) == ["barcode", "photo"])
        #expect(form.parts.map(\.isFile) == [false, true])
        #expect(form["barcode"].map { Array($0.body) } == Array("FU-KIT".utf8))
        #expect(form["photo"].map { Array($0.body) } == Array("\u{1}\r\n--not the end\r\n".utf8))
        #expect(form["other"] == nil)
    }

    @Test func `may begin after a preamble, and have empty fields and padding`() throws {
        let form = try parse(
            "ignore me\r\n--b  \r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--\r\nand me")
        #expect(form.parts.map(\.name) == ["a"])
        #expect(form["a"]?.body.isEmpty == true)
    }

    @Test(arguments: [
        "", "--b", "--b\r\n", "--c\r\n\r\n\r\n--c--", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nnever ends",
        "--b\r\nno header\r\n\r\n\r\n--b--", "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--", "--bad",
    ])
    func `that is malformed is refused`(text: String) {
        #expect(throws: Multipart.Malformed.self) { try parse(text) }
    }

    @Test func `with too many parts is refused`() {
        let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"
        #expect(throws: Multipart.Malformed.tooManyParts) { try parse(String(repeating: part, count: 17) + "--b--") }
    }

    @Test func `never traps, however it is cut or changed`() {
        let whole = Array(
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b\r\n\r\n\r\n--b--\r\n".utf8)
        for count in whole.indices {
            _ = try? Multipart(Array(whole.prefix(count)), boundary: "b")
            for byte: UInt8 in [0, 10, 13, 45, 255] {
                var changed = whole
                changed[count] = byte
                _ = try? Multipart(changed, boundary: "b")
            }
        }
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; charset=x; boundary=\"a b\"", "a b"),
        ("multipart/mixed; boundary=abc", nil), ("multipart/form-data", nil), ("", nil),
    ])
    func `is recognised by its Content-Type`(type: String, boundary: String?) {
        #expect(Multipart.boundary(in: type) == boundary)
    }
}
