/// A person, as somebody who has no id names them: by exact values, of which all have to fit. Letters' case does not matter.
package struct ProfileSearch: Hashable, Sendable {
    package let email: String?
    package let phone: String?
    package let person: Person?

    /// A name with a birth date: neither says enough alone.
    package struct Person: Hashable, Sendable {
        package let givenName: String?
        package let familyName: String
        package let birthDate: CalendarDate

        package init(givenName: String?, familyName: String, birthDate: CalendarDate) {
            self.givenName = givenName
            self.familyName = familyName
            self.birthDate = birthDate
        }

        /// Whether it is somebody of this name.
        package func fits(given: String, family: String) -> Bool {
            family.lowercased() == familyName.lowercased()
                && givenName.map { $0.lowercased() == given.lowercased() } ?? true
        }
    }

    /// So many people are found at most; whoever looks for one of them says more.
    package static let most = 20

    /// - Throws: `Invalid` if nothing is named.
    package init(email: String?, phone: String?, person: Person?) throws(Invalid) {
        guard email != nil || phone != nil || person != nil else {
            throw Invalid("", "email, phone, or name and birthDate")
        }
        self.email = email
        self.phone = phone
        self.person = person
    }
}
