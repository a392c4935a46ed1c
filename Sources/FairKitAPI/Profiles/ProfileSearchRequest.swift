/// A search for a person by exact e-mail address, phone, or name and birth date. All given values have to match.
package struct ProfileSearchRequest: Codable, Sendable {
    package struct Name: Codable, Sendable {
        package let given: String?
        package let family: String

        package init(given: String?, family: String) {
            self.given = given
            self.family = family
        }
    }
    package let email: String?
    package let phone: String?
    package let name: Name?
    package let birthDate: String?

    package init(email: String?, phone: String?, name: Name?, birthDate: String?) {
        self.email = email
        self.phone = phone
        self.name = name
        self.birthDate = birthDate
    }
}
