package import FairKitCore

/// A profile on the wire.
package struct ProfileBody: Codable, Sendable {
    package struct Name: Codable, Sendable {
        package let given: String
        package let family: String

        package init(given: String, family: String) {
            self.given = given
            self.family = family
        }
    }
    package struct Contact: Codable, Sendable {
        package let email: String?
        package let phone: String?

        package init(email: String?, phone: String?) {
            self.email = email
            self.phone = phone
        }
    }
    package struct IdentifierBody: Codable, Sendable {
        package let system: String
        package let value: String
    }
    package struct ConsentsBody: Codable, Sendable {
        package let clinicians: Bool?
        package let research: Bool?
        package let partners: Bool?
        /// Earlier versions offered this consent, which had no effect: true is refused, and responses omit it.
        package let family: Bool?

        package init(_ consents: Consents) {
            clinicians = consents.clinicians
            research = consents.research
            partners = consents.partners
            family = nil
        }
    }
    package var id: String?
    package var createdAt: String?
    package var version: Int?
    package let name: Name
    package let birthDate: String
    package let sex: String?
    package let contact: Contact?
    package let language: String?
    package let timeZone: String?
    package let knownGenotype: String?
    package let identifiers: [IdentifierBody]?
    package let consents: ConsentsBody?
    /// When the next test is due, in the answer to a read.
    package var nextTestDue: String?

    package init(_ profile: Profile) {
        let details = profile.details
        id = "\(profile.id)"
        createdAt = "\(profile.createdAt)"
        version = profile.version
        name = Name(given: details.givenName, family: details.familyName)
        birthDate = "\(details.birthDate)"
        sex = details.sex.rawValue
        contact = Contact(email: details.email, phone: details.phone)
        language = details.language.rawValue
        timeZone = details.timeZone
        knownGenotype = details.knownGenotype?.description
        identifiers = details.identifiers.map { IdentifierBody(system: $0.system, value: $0.value) }
        consents = ConsentsBody(details.consents)
    }
}
