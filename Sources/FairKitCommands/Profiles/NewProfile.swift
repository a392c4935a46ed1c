import FoundationEssentials

/// A profile to be added, as the server takes it.
struct NewProfile: Encodable {
    struct Name: Encodable {
        let given: String
        let family: String
    }
    struct Contact: Encodable {
        let email: String?
        let phone: String?
    }
    let name: Name
    let birthDate: String
    let sex: String?
    let contact: Contact?
    let language: String?
    let timeZone: String?
    let knownGenotype: String?
}

/// A profile, as the server answers.
struct ProfileReply: Decodable {
    struct Name: Decodable {
        let given: String
        let family: String
    }
    struct Contact: Decodable {
        let email: String?
        let phone: String?
    }
    struct Identifier: Decodable {
        let system: String
        let value: String
    }
    let id: String
    let createdAt: String
    let version: Int
    let name: Name
    let birthDate: String
    let sex: String
    let contact: Contact?
    let language: String
    let timeZone: String
    let knownGenotype: String?
    let identifiers: [Identifier]?
    let consents: [String: Bool]

    func show() {
        let given = consents.filter(\.value).keys.sorted()
        showFacts(
            [
                ("id", id), ("name", "\(name.given) \(name.family)"), ("birth date", birthDate), ("sex", sex),
                ("e-mail", contact?.email), ("phone", contact?.phone), ("language", language),
                ("time zone", timeZone), ("genotype", knownGenotype),
            ] + (identifiers ?? []).map { ("identifier", "\($0.system) \($0.value)") } + [
                ("consents", given.isEmpty ? "none" : given.joined(separator: ", ")), ("version", "\(version)"),
                ("made", createdAt),
            ])
    }
}
