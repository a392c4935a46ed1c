/// A search for people: by a text, or by exact e-mail address, phone, or name and birth date, all of which have to match.
package struct ProfileSearchRequest: Decodable, Sendable {
    package struct Name: Decodable, Sendable {
        package let given: String?
        package let family: String

        package init(given: String?, family: String) {
            self.given = given
            self.family = family
        }
    }
    /// Parts of a name, an e-mail address, a phone number, a kit code, an identifier or a birth date.
    package let text: String?
    package let limit: Int?
    package let cursor: String?
    package let email: String?
    package let phone: String?
    package let name: Name?
    package let birthDate: String?
    package let kitCode: String?

    package init(email: String?, phone: String?, name: Name?, birthDate: String?, kitCode: String? = nil) {
        self.email = email
        self.phone = phone
        self.name = name
        self.birthDate = birthDate
        self.kitCode = kitCode
        (text, limit, cursor) = (nil, nil, nil)
    }

    package init(text: String, limit: Int? = nil, cursor: String? = nil) {
        self.text = text
        self.limit = limit
        self.cursor = cursor
        (email, phone, name, birthDate, kitCode) = (nil, nil, nil, nil, nil)
    }
}
