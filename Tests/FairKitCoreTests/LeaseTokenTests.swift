import FairKitCore
import Testing

@Suite struct `A lease token` {
    static let secret: [UInt8] = [0, 1, 15, 16, 127, 128, 255, 171, 205, 239, 5, 6, 7, 8, 9, 10]

    @Test(arguments: [0, 1, 42, Int64.max])
    func `round-trips through its text`(number: Int64) {
        let token = LeaseToken(delivery: number, secret: Self.secret)
        #expect(token.description == "\(number).00010f107f80ffabcdef05060708090a")
        #expect(LeaseToken(token.description) == token)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".00010f107f80ffabcdef05060708090a", "1.00010f107f80ffabcdef05060708090",
        "1.00010f107f80ffabcdef05060708090a0", "-1.00010f107f80ffabcdef05060708090a",
        "+1.00010f107f80ffabcdef05060708090a", "1.00010f107f80ffabcdef05060708090g",
        "9223372036854775808.00010f107f80ffabcdef05060708090a", "1.1.00010f107f80ffabcdef05060708090a",
        "1.０0010f107f80ffabcdef0506070809", "1.00010f107f80ffabcdef05060708090a\n",
        " 1.00010f107f80ffabcdef05060708090a",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(LeaseToken(text) == nil)
    }
}
