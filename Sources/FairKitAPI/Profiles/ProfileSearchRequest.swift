/// A person to be looked for: by e-mail address, by phone, or by name and birth date, exactly; of several values all have to fit.
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
