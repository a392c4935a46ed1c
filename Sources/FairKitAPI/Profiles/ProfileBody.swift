package import FairKitCore

/// A profile on the wire.
package struct ProfileBody: Decodable, JSONBody, Sendable {
    package struct Name: Decodable, JSONBody, Sendable {
        /// nil: the person has one name, which is the family name.
        package let given: String?
        /// In a request, a single name may be the given one: then it is empty.
        package let family: String

        package init(given: String, family: String) {
            self.given = given.isEmpty ? nil : given
            self.family = family
        }

        private enum CodingKeys: CodingKey { case given, family }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            given = try container.decodeIfPresent(String.self, forKey: .given)
            family = try container.decodeIfPresent(String.self, forKey: .family) ?? ""
        }

        package var full: String { [given, family].compactMap(\.self).joined(separator: " ") }
    }
    package struct Contact: Decodable, JSONBody, Sendable {
        package let email: String?
        package let phone: String?
    }
    package struct IdentifierBody: Decodable, JSONBody, Sendable {
        package let system: String
        package let value: String
    }
    package struct ConsentsBody: Decodable, JSONBody, Sendable {
        package let clinicians: Bool?
        package let research: Bool?
        package let partners: Bool?
        /// Earlier versions offered this consent, which had no effect: true is refused, and responses omit it.
        package let family: Bool?
        /// The id of what the person was shown.
        package let notice: String?

        package init(_ consents: Consents) {
            clinicians = consents.clinicians
            research = consents.research
            partners = consents.partners
            family = nil
            notice = consents.notice.map { "\($0)" }
        }
    }
    /// The last change of a consent.
    package struct ConsentChangeBody: Decodable, JSONBody, Sendable {
        package let at: String
        package let notice: String?
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
    /// In answers, by consent, when it was given or withdrawn last.
    package let consentChanges: [String: ConsentChangeBody]?
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
        let changes = details.consents.changes.map {
            ($0.rawValue, ConsentChangeBody(at: "\($1.at)", notice: $1.notice?.description))
        }
        consentChanges = changes.isEmpty ? nil : Dictionary(uniqueKeysWithValues: changes)
    }
}
