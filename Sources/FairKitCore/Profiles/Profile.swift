/// A person whose AAT level is tested.
package struct Profile: Equatable, Sendable {
    package let id: ProfileID
    package let createdAt: Timestamp
    /// Incremented by each change, from 1.
    package let version: Int
    package let details: ProfileDetails

    package init(id: ProfileID, createdAt: Timestamp, version: Int, details: ProfileDetails) {
        self.id = id
        self.createdAt = createdAt
        self.version = version
        self.details = details
    }

    /// The first version of a new profile, whose consents are given now.
    package init(new details: ProfileDetails, at now: Timestamp) {
        var details = details
        details.consents = details.consents.dated(at: now)
        self.init(id: .new(at: now), createdAt: now, version: 1, details: details)
    }
}

/// The contents of a profile. Members have FHIR's names where FHIR has one.
package struct ProfileDetails: Equatable, Sendable {
    /// Empty for a person with one name, which is the family name.
    package var givenName: String
    package var familyName: String
    package var birthDate: CalendarDate
    package var sex: AdministrativeSex
    package var email: String?
    package var phone: String?
    package var language: Language
    /// An IANA name: `Africa/Nairobi`.
    package var timeZone: String
    package var knownGenotype: Genotype?
    package var identifiers: [Identifier]
    package var consents: Consents

    package init(
        givenName: String, familyName: String, birthDate: CalendarDate, sex: AdministrativeSex, email: String?,
        phone: String?, language: Language, timeZone: String, knownGenotype: Genotype?, identifiers: [Identifier],
        consents: Consents
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.birthDate = birthDate
        self.sex = sex
        self.email = email
        self.phone = phone
        self.language = language
        self.timeZone = timeZone
        self.knownGenotype = knownGenotype
        self.identifiers = identifiers
        self.consents = consents
    }

    package var fullName: String { givenName.isEmpty ? familyName : "\(givenName) \(familyName)" }

    /// Records every invalid field, as of a day.
    package func check(_ faults: inout Faults, today: CalendarDate) {
        func check(_ isRight: Bool, _ pointer: String, _ detail: String) { faults.require(isRight, pointer, detail) }
        check(
            givenName.isEmpty || givenName.isText(1...100), "/name/given",
            "1 to 100 characters, without control characters")
        check(familyName.isText(1...100), "/name/family", "1 to 100 characters, without control characters")
        check(birthDate <= today, "/birthDate", "must not be in the future")
        check(birthDate.adding(days: 130 * 366) > today, "/birthDate", "must not be more than 130 years ago")
        check(email.map { MailAddress($0) != nil } ?? true, "/contact/email", "an address such as name@example.org")
        check(phone.map { PhoneNumber($0) != nil } ?? true, "/contact/phone", "a number such as +254700000000 (E.164)")
        check(timeZone.isZoneName, "/timeZone", "an IANA name such as Africa/Nairobi")
        check(identifiers.count <= 20, "/identifiers", "at most 20")
        for (index, identifier) in identifiers.enumerated() {
            let pointer = "/identifiers/\(index)"
            check(identifier.system.isText(1...200), "\(pointer)/system", "1 to 200 characters")
            check(identifier.value.isText(1...200), "\(pointer)/value", "1 to 200 characters")
        }
    }
}

/// FHIR's administrative gender.
package enum AdministrativeSex: String, Sendable, CaseIterable {
    case female
    case male
    case other
    case unknown
}

/// The languages of texts for patients, by BCP 47 code.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case swahili = "sw"
}

/// A number that another organisation has given the person.
package struct Identifier: Equatable, Sendable {
    package let system: String
    package let value: String

    package init(system: String, value: String) {
        self.system = system
        self.value = value
    }
}

extension String {
    /// One line of text with a length in Unicode code points, as JSON Schema counts.
    package func isText(_ length: ClosedRange<Int>) -> Bool {
        length.contains(unicodeScalars.count) && isVisible
            && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Text of several lines, with line feeds and no other control characters.
    func isLongText(_ most: Int, allowing controls: Set<Unicode.Scalar> = ["\n"]) -> Bool {
        (1...most).contains(unicodeScalars.count) && isVisible
            && unicodeScalars.allSatisfy { controls.contains($0) || $0.properties.generalCategory != .control }
    }

    private var isVisible: Bool {
        unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }

    /// Whether it has the form of an IANA zone name, which can't leave the folder of the zone files.
    package var isZoneName: Bool {
        utf8.count <= 64 && !contains("..")
            && split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
            && unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789/_+-".unicodeScalars.contains($0))
            }
    }
}

package typealias ProfileID = ID<Profile>
