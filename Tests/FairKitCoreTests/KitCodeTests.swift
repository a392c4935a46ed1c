import FairKitCore
import Testing

@Suite struct `A kit code` {
    /// Computed with another implementation, python-stdnum 2 (`iso7064.mod_37_36`), over `FUKIT` and the ten digits.
    static let vectors = [
        "FU-KIT-0000000000-K", "FU-KIT-9999999999-X", "FU-KIT-2025110701-X", "FU-KIT-2025111099-J",
        "FU-KIT-1234567890-U", "FU-KIT-4942859575-Q", "FU-KIT-2795742288-Y", "FU-KIT-2301595691-7",
        "FU-KIT-2179419893-L", "FU-KIT-0161042648-E", "FU-KIT-6157461338-V", "FU-KIT-0300026767-P",
        "FU-KIT-8979544025-Y", "FU-KIT-1823296038-3",
    ]

    @Test(arguments: vectors)
    func `is read from a scan, from typing and from its number, and printed unchanged`(text: String) throws {
        let code = try KitCode(scanned: text)
        #expect(code.description == text)
        #expect(try KitCode(typed: text) == code)
        let digits = try #require(Int64(text.dropFirst(7).prefix(10)))
        #expect(KitCode(number: digits) == code)
    }

    @Test func `has exactly ten digits`() {
        #expect(KitCode(number: -1) == nil)
        #expect(KitCode(number: 10_000_000_000) == nil)
        #expect(KitCode(number: 0)?.description == "FU-KIT-0000000000-K")
    }

    @Test(arguments: [
        "fu-kit-2025110701-x", "  FU-KIT-2025110701-X\n", "FUKIT2025110701X", "Fu Kit 2025 1107 01 x",
        "FU\u{2010}KIT\u{2011}2025110701\u{2012}X", "FU\u{2013}KIT\u{2014}2025110701\u{2015}X",
        "FU\u{2212}KIT\u{2212}2025110701\u{2212}X", "FU\u{FE63}KIT\u{FF0D}2025110701-X",
        "\u{A0}FU-KIT-2025110701-X\u{A0}", "FU\u{202F}KIT\u{2009}2025110701\u{3000}X", "FU-KIT-20251\u{AD}10701-X",
        "\u{FEFF}FU-KIT-2025110701-X\u{200B}", "\tFU--KIT - 2025110701 - X",
    ])
    func `ignores separators and case when typed`(text: String) throws {
        #expect(try KitCode(typed: text).description == "FU-KIT-2025110701-X")
        #expect(throws: KitCode.Malformed.self) { try KitCode(scanned: text) }
    }

    @Test(arguments: [
        ("", KitCode.Malformed.prefix), ("X", .prefix), ("2025110701-X", .prefix), ("FU-KIX-2025110701-X", .prefix),
        ("FU_KIT_2025110701_X", .prefix), ("ＦＵ-KIT-2025110701-X", .prefix), ("F\u{301}U-KIT-2025110701-X", .prefix),
        ("FU-KIT-", .length), ("FU-KIT-2025110701", .length), ("FU-KIT-202511070-X", .length),
        ("FU-KIT-20251107011-X", .length), ("FU-KIT-2025110701-XX", .length), ("FU-KIT-2025110701-X😀", .length),
        ("FU-KIT-2O25110701-X", .digits), ("FU-KIT-+025110701-X", .digits), ("FU-KIT-٢٠٢٥١١٠٧٠١-X", .digits),
        ("FU-KIT-202511070.-X", .digits), ("FU-KIT-\u{0}025110701-X", .digits),
        ("FU-KIT-2025110701-Y", .checkCharacter), ("FU-KIT-2025110702-X", .checkCharacter),
        ("FU-KIT-2025110701-?", .checkCharacter), ("FU-KIT-2025110701-é", .checkCharacter),
    ])
    func `typed wrong reports what is wrong`(text: String, error: KitCode.Malformed) {
        #expect(throws: error) { try KitCode(typed: text) }
        #expect(throws: KitCode.Malformed.self) { try KitCode(scanned: text) }
    }

    @Test(arguments: [
        ("", KitCode.Malformed.prefix), ("FU-KIT", .prefix), ("fu-kit-2025110701-x", .prefix),
        (" FU-KIT-2025110701-X", .prefix), ("FUKIT2025110701X", .prefix), ("0123456789", .prefix),
        ("FU-KIT-", .length), ("FU-KIT-2025110701-X ", .length), ("FU-KIT-2025110701X", .length),
        ("FU-KIT-2025110701_X", .length), ("FU-KIT-20251107-01-X", .length), ("FU-KIT-20251107 1-X", .length),
        ("FU-KIT-2025110701-x", .digits), ("FU-KIT-202511O701-X", .digits),
        ("FU-KIT-2025110701-W", .checkCharacter), ("FU-KIT-2025110710-X", .checkCharacter),
    ])
    func `scanned wrong reports what is wrong`(text: String, error: KitCode.Malformed) {
        #expect(throws: error) { try KitCode(scanned: text) }
    }

    @Test(arguments: [
        ("FU-KIT-4233274040-0", "the letter O"), ("fu kit 8865012368 1", "the letter I"),
        ("FU-KIT-8865012368-1", "the letter I"),
    ])
    func `typed with a digit instead of a similar letter reports the letter`(text: String, hint: String) {
        do {
            _ = try KitCode(typed: text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.isWrongCheckCharacter)
            #expect(error.sentence == "Check the last character: it is \(hint).")
        }
    }

    @Test(arguments: vectors.prefix(6))
    func `with one wrong character is never valid`(text: String) {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let letters = Array(text)
        var uncaught: [String] = []
        for position in letters.indices where letters[position] != "-" {
            for other in alphabet where other != letters[position] {
                var changed = letters
                changed[position] = other
                if (try? KitCode(typed: String(changed))) != nil { uncaught.append(String(changed)) }
                if (try? KitCode(scanned: String(changed))) != nil { uncaught.append(String(changed)) }
            }
        }
        #expect(uncaught == [])
    }

    @Test func `with a wrong digit only fails the check character`() throws {
        let letters = Array("FU-KIT-2025110701-X")
        for position in 7..<17 {
            for digit in "0123456789" where digit != letters[position] {
                var changed = letters
                changed[position] = digit
                #expect(throws: KitCode.Malformed.checkCharacter) { try KitCode(scanned: String(changed)) }
            }
        }
    }

    @Test(arguments: [KitCode.Malformed.prefix, .length, .digits])
    func `that is malformed gets the requirement's message`(error: KitCode.Malformed) {
        #expect(error.sentence == "Not a Fair Underwriting test kit. Please check barcode.")
    }

    @Test func `with a wrong check character asks to check the last character`() {
        #expect(KitCode.Malformed.checkCharacter.sentence.hasPrefix("Check the last character"))
    }
}
