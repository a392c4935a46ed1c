/// A search for a person without their id: by exact values, all of which must match. Names match by their spellings.
package struct ProfileSearch: Equatable, Sendable {
    package let email: String?
    package let phone: String?
    package let person: Person?
    /// The code of one of their kits.
    package let kit: KitCode?

    /// A name with a birth date: neither is specific enough alone.
    package struct Person: Hashable, Sendable {
        package let givenName: String?
        package let familyName: String
        package let birthDate: CalendarDate

        package init(givenName: String?, familyName: String, birthDate: CalendarDate) {
            self.givenName = givenName
            self.familyName = familyName
            self.birthDate = birthDate
        }

        /// Whether a person has this name.
        package func fits(given: String, family: String) -> Bool {
            NameSpellings(familyName).agree(with: family)
                && givenName.map { NameSpellings($0).agree(with: given) } ?? true
        }
    }

    /// The most people that a search returns; for more the caller has to narrow it.
    package static let most = 20

    /// - Throws: `Invalid` if no value is given.
    package init(email: String?, phone: String?, person: Person?, kit: KitCode? = nil) throws(Invalid) {
        guard email != nil || phone != nil || person != nil || kit != nil else {
            throw Invalid("", "email, phone, kitCode, or name and birthDate")
        }
        self.email = email
        self.phone = phone
        self.person = person
        self.kit = kit
    }
}
