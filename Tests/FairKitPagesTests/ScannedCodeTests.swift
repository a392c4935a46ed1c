import FairKitCore
import FairKitPages
import Testing

@Suite struct `A code that a hand scanner types` {
    private static let code = "FU-KIT-2025110701-X"

    @Test(arguments: [
        code, "\(code)\r\n", "\r\n\(code)", "\t\(code)\t", "\u{2}\(code)\u{3}\u{1d}", "]C0\(code)",
        " ]C1FU-KIT 2025110701 X ",
        "*\(code)*", "FUKIT2025110701X",
    ])
    func `is read without what scanners add`(text: String) throws {
        let scanned = try ScannedCode(text)
        #expect("\(scanned.code)" == Self.code && scanned.note == nil)
    }

    @Test(arguments: [
        ("FUßKITß2025110701ßX", "German"), ("+C0FUßKITß2025110701ßX", "German with a prefix"),
        ("fu?kit?\"=\"%!!=/=!?x", "German with caps lock, which locks digits, too"), ("FU'KIT'2025110701'X", "Spanish"),
        ("FU+KIT+2025110701+X", "Nordic"), ("FU)KIT)éàé(&&àèà&)X", "French"),
        ("$C0FU)KIT)éàé(&&àèà&)X", "French with a prefix"),
        ("fu°kit°2025110701°x", "French with caps lock"), ("FU)KIT)éàé(&&àèà&)X\r", "French with Enter"),
    ])
    func `is mapped back from another keyboard layout, which is said`(text: String, layout: String) throws {
        let scanned = try ScannedCode(text)
        #expect("\(scanned.code)" == Self.code && scanned.note == .layout, "\(layout)")
    }

    /// The last character of kits' codes may be any letter: those that layouts exchange, too.
    @Test func `is mapped back whatever its last character is`() throws {
        let german: [Character: Character] = ["-": "ß", "Y": "Z", "Z": "Y"]
        let digits = Array("à&é\"'(-è_ç")
        var french: [Character: Character] = ["-": ")", "A": "Q", "Q": "A", "Z": "W", "W": "Z", "M": "?"]
        for (digit, sign) in digits.enumerated() { french[Character("\(digit)")] = sign }
        for number in 0..<500 {
            let code = try #require(KitCode(number: Int64(number) * 7_919_317))
            for layout in [german, french] {
                let typed = String("\(code)".map { layout[$0] ?? $0 })
                #expect(try ScannedCode(typed).code == code, "\(typed)")
            }
        }
    }

    @Test func `in lower case is read, and caps lock is named`() throws {
        #expect(try ScannedCode("fu-kit-2025110701-x").note == .lowerCase)
    }

    @Test(arguments: ["FU¿KIT¿2025110701¿X", "FU=KIT=+ěěšč¿X", "АГ-ЛШЕ-2025110701-Ч", "FU)KIT)éàé(&&àèà&)Y"])
    func `through a layout that is not known is not taken for a code that no kit has`(text: String) {
        #expect(throws: ScannedCode.Fault.layout) { try ScannedCode(text) }
    }

    @Test(arguments: [
        ("JD014600003", ScannedCode.Fault.code(.prefix)), ("FU-KIT-2025110701-Y", .code(.checkCharacter)),
        ("FU-KIT-2025", .code(.length)), (" \r\n", .nothing), ("", .nothing),
    ])
    func `that is none is refused`(text: String, fault: ScannedCode.Fault) {
        #expect(throws: fault) { try ScannedCode(text) }
    }
}

@Suite struct `The barcode of a label` {
    @Test(arguments: ["FU-KIT-2025110701-X", "FU-KIT-0000000000-3"])
    func `has the characters and modules that labels have`(text: String) throws {
        let code = try KitCode(number: #require(Int64(text.dropFirst(7).prefix(10))))
        let widths = Code128(try #require(code)).widths
        #expect(widths.count == KitCode.code128Characters * 6 + 7 && widths.reduce(0, +) == 211)
        #expect(widths.prefix(6) == [2, 1, 1, 2, 1, 4] && widths.suffix(7) == [2, 3, 3, 1, 1, 1, 2])
    }
}
