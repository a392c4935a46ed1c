import FairKitCore
import Testing

@Suite struct `A telephone number` {
    @Test(arguments: ["+15551234567", "+2903456", "+491701234567890"]) func `is international`(text: String) throws {
        let number = try #require(PhoneNumber(text))
        #expect("\(number)" == text)
        #expect("+\(number.digits)" == text)
    }

    @Test(arguments: [
        "", "+", "15551234567", "+0155512345", "+1 555 1234567", "+1555123456789012", "+123456", "++15551234567",
        "+1555123456٣", "+15551234567 ", "tel:+15551234567", "+1555123456x", "+1555&To=+1900",
    ])
    func `is nothing else`(text: String) {
        #expect(PhoneNumber(text) == nil)
    }
}
