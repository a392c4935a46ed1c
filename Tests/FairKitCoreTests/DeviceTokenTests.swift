import FairKitCore
import Testing

@Suite struct `A device's token` {
    private static let digits = String(repeating: "0aF9", count: 16)

    @Test(arguments: [digits, "apns:" + digits]) func `of APNs is read with its prefix and without`(text: String) throws
    {
        #expect(try AppleDeviceToken(text).digits == Self.digits.lowercased())
    }

    @Test(arguments: [
        "", "apns:", "apns:apns:\(digits)", "fcm:\(digits)", "\(digits)\r\n", "\(digits)\r\napns-topic: x",
        "../../3/device/\(digits)", "\(digits)/..", "\(digits.dropLast())", "\(digits.dropLast(2))", "\(digits)%2F",
        "\(digits.dropLast())g", "\(digits.dropLast(2))٣٤", " \(digits)", String(repeating: "00", count: 101),
    ]) func `of APNs holds nothing but digits`(text: String) {
        #expect(throws: Invalid.self) { try AppleDeviceToken(text) }
    }

    @Test(arguments: ["dQw4-w_9:APA91bH.x", "fcm:dQw4-w_9:APA91bH.x"])
    func `of FCM is read with its prefix and without`(text: String) throws {
        #expect(try FirebaseToken(text).text == "dQw4-w_9:APA91bH.x")
    }

    @Test(arguments: ["", "fcm:", "a b", "a/b", "a\"b", "a\r\nb", "ä", String(repeating: "a", count: 1025)])
    func `of FCM holds letters, digits and few other characters`(text: String) {
        #expect(throws: Invalid.self) { try FirebaseToken(text) }
    }

    @Test func `is not repeated in an error`() {
        let error = #expect(throws: Invalid.self) { try AppleDeviceToken("secret-token") }
        #expect(error?.fields.first?.detail.contains("secret-token") == false)
    }
}
