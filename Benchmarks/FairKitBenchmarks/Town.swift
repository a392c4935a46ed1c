import FairKitCore

/// Names and contacts of made-up people, half of them common names, as in a town. The same number makes the same person.
enum Town {
    private static let given = [
        "Amina", "Baraka", "Chebet", "Daudi", "Esther", "Faraja", "Grace", "Hassan", "Imani", "Joseph", "Kamau",
        "Lucía",
        "Mariam", "Neema", "Otis", "Peter", "Rehema", "Samuel", "Tabitha", "Umar", "Victoria", "Wanjiku", "Yusuf",
        "Zoë",
    ]
    private static let common = [
        "Achieng", "Chepkoech", "García", "Hernández", "Juma", "Kariuki", "Kimani", "Kiplagat", "Maina", "Martínez",
        "Mohamed", "Mutua", "Mwangi", "Njoroge", "Odhiambo", "Omondi", "Otieno", "Rodríguez", "Wambui", "Wanjiru",
    ]
    private static let syllables = [
        "ba", "che", "da", "ga", "hi", "ja", "ka", "ki", "le", "ma", "mu", "na", "nde", "ngu", "ni", "nya", "o", "ra",
        "ru",
        "sa", "shi", "so", "ta", "thi", "tu", "wa", "we", "ya", "zi", "zu",
    ]

    static func family(_ number: Int) -> String {
        if mix(number, 20) % 2 == 0 { return pick(common, number, 21) }
        let letters = (22...25 as ClosedRange<UInt64>).map { pick(syllables, number, $0) }.joined()
        return letters.prefix(1).uppercased() + letters.dropFirst()
    }

    static func given(_ number: Int) -> String { pick(given, number, 26) }

    /// The last seven digits of a phone number.
    static func digits(_ number: Int) -> String { String(10_000_000 + mix(number, 27) % 9_999_999) }

    static func identifier(_ number: Int) -> String { String(20_000_000 + mix(number, 28) % 20_000_000) }

    static func hasAddress(_ number: Int) -> Bool { mix(number, 29) % 10 < 6 }

    static func address(_ number: Int) -> String {
        "\(given(number)).\(family(number))\(number % 1000)@example.org".lowercased()
    }

    /// The profile of a number, but for its name and contacts.
    static func details(_ number: Int, consents: Consents) -> ProfileDetails {
        let (given, family) = (given(number), family(number))
        return ProfileDetails(
            givenName: given, familyName: family, birthDate: CalendarDate(daysSince1970: number % 20_000 - 5000),
            sex: .female, email: hasAddress(number) ? address(number) : nil, phone: "+2547\(digits(number))",
            language: .swahili, timeZone: "Africa/Nairobi", knownGenotype: nil,
            identifiers: [Identifier(system: "urn:oid:2.16.404.1.1", value: identifier(number))], consents: consents)
    }

    private static func pick(_ words: [String], _ number: Int, _ use: UInt64) -> String {
        words[Int(mix(number, use) % UInt64(words.count))]
    }
}
