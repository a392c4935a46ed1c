import FairKitCore
import Testing

@Suite struct `A code for a contact point` {
    @Test(arguments: [
        ("012345", true), (" 012 345 ", true), ("12345", false), ("1234567", false), ("12345a", false), ("", false),
        ("١٢٣٤٥٦", false),
    ])
    func `has six digits`(text: String, isCode: Bool) {
        #expect((ContactCode(text) != nil) == isCode)
    }

    @Test func `is drawn from all of them, and shows in no log`() {
        let codes = (0..<2000).map { _ in ContactCode.random() }
        #expect(codes.allSatisfy { ContactCode($0.digits) == $0 })
        #expect(Set(codes.compactMap(\.digits.first)).count == 10)
        #expect(Set(codes).count > 1900)
        #expect(codes.allSatisfy { !"\($0)".contains($0.digits) })
    }
}

@Suite struct `An address of a device` {
    @Test(arguments: [
        ("apns:" + String(repeating: "Ab", count: 32), ContactKind.apns), ("fcm:a-b_c:d.e", .fcm),
    ])
    func `names its push service`(token: String, kind: ContactKind) throws {
        let address = try DeviceAddress(token: token)
        #expect(address.kind == kind && !address.address.hasPrefix(kind.rawValue))
    }

    @Test(arguments: [
        "", "apns:", "apns:zz", "fcm:", "fcm:a b", "gcm:abc", "apns:../" + String(repeating: "ab", count: 32),
    ])
    func `is refused if it is malformed`(token: String) {
        #expect(throws: Invalid.self) { try DeviceAddress(token: token) }
    }
}
