import FairKitCore
import Testing

@Suite struct `A telephone number` {
    @Test(arguments: ["+15551234567", "+2903456", "+491701234567890"]) func `is international`(text: String) throws {
        let number = try #require(PhoneNumber(text))
        #expect("\(number)" == text)
        #expect("+\(number.digits)" == text)
    }

    @Test(arguments: [
        "+254 711 000 111", "+254-711-000-111", "+254 (711) 000.111", " +254711000111\n",
        "\u{202A}+254711000111\u{202C}",
        "+254\u{A0}711\u{2011}000111",
    ])
    func `is read as people write it`(text: String) {
        #expect(PhoneNumber(typed: text)?.description == "+254711000111")
    }

    @Test(arguments: ["0711 000 111", "+254 (0)711 000 111", "+0712345678", "+254 711 OOO 111", "+ 254/711000111", ""])
    func `is not guessed`(text: String) {
        #expect(PhoneNumber(typed: text) == nil)
    }

    @Test(arguments: [
        "", "+", "15551234567", "+0155512345", "+1 555 1234567", "+1555123456789012", "+123456", "++15551234567",
        "+1555123456٣", "+15551234567 ", "tel:+15551234567", "+1555123456x", "+1555&To=+1900",
    ])
    func `is nothing else`(text: String) {
        #expect(PhoneNumber(text) == nil)
    }
}
