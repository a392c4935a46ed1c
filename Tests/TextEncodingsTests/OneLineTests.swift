import Testing
import TextEncodings

@Suite struct `A text on one line` {
    @Test func `has no character that breaks the line or turns its direction`() {
        for value in [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069) as [UInt32] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect("Mwangi\(scalar)820".onOneLine == "Mwangi820", "\(value)")
        }
        for end in ["\n", "\r\n", "\u{2028}", "\u{2029}", "\u{85}", "\u{0}"] {
            #expect("Mwangi\(end)820".onOneLine == "Mwangi 820")
        }
        #expect("\u{202E}\n".onOneLine == "")
    }

    @Test(arguments: ["Njeri Mwangi", "", "محمد", "O’Brien-Özdemir", "👩‍⚕️"])
    func `stays as it is otherwise`(text: String) {
        #expect(text.onOneLine == text)
    }
}
