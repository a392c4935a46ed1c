import FairKitCore
import Testing

@Suite struct `Countries of numbers` {
    @Test(arguments: [
        ("all", "+254711000111", true), ("all", "+15550001111", true), ("all", "+8801711000111", true),
        ("all", "+886911000111", true), ("all", "+870773111222", false), ("all", "+881612345678", false),
        ("all", "+979123456789", false), ("all", "+19005550111", false), ("+254,+1", "+254711000111", true),
        ("+254,+1", "+255711000111", false), ("+254,+1", "+19005550111", false), ("+254, +870", "+870773111222", true),
    ])
    func `are served or not`(setting: String, number: String, isServed: Bool) throws {
        let countries = setting == "all" ? PhoneCountries.standard : try #require(PhoneCountries(setting))
        #expect(countries.serves(number, over: .sms) == isServed)
        #expect(countries.serves(number, over: .voice) == isServed)
        #expect(countries.serves(number, over: .email))
    }

    @Test(arguments: ["", "254", "+", "+254,", "+254;+255", "Kenya"])
    func `are digits after a plus sign`(setting: String) { #expect(PhoneCountries(setting) == nil) }
}
