import FairKitCore
import Testing

@Suite struct `Percent-encoding` {
    @Test(arguments: ["", "Nairobi Central", "a/b?c=d&e;f%g", "Größe 李 👩‍⚕️", "-._~", "\u{0}\n"])
    func `round-trips`(text: String) {
        let encoded = text.percentEncoded
        #expect(encoded.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"/?&;=".utf8.contains($0) })
        #expect(String(percentEncoded: encoded) == text)
    }

    @Test func `follows RFC 3986`() {
        #expect("Nairobi Ü/~".percentEncoded == "Nairobi%20%C3%9C%2F~")
        #expect(String(percentEncoded: "%6e%6E+") == "nn+")
    }

    @Test(arguments: ["%", "%4", "%4g", "%+1", "%FF", "%%41"]) func `is refused if it is malformed`(text: String) {
        #expect(String(percentEncoded: text) == nil)
    }
}
