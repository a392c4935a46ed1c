import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials

extension ProfileBody {
    func details() throws(Invalid) -> ProfileDetails {
        guard let sex = AdministrativeSex(rawValue: sex ?? "unknown") else {
            throw Invalid("/sex", "female, male, other or unknown")
        }
        guard let language = Language(rawValue: language ?? "en") else {
            throw Invalid("/language", "en, es or sw")
        }
        // A consent that does nothing is not offered: nobody may rely on it.
        for (name, given) in [("family", consents?.family), ("research", consents?.research)] where given == true {
            throw Invalid("/consents/\(name)", "is not offered: there is nothing that it would let in")
        }
        return ProfileDetails(
            givenName: name.given, familyName: name.family,
            birthDate: try CalendarDate(birthDate, at: "/birthDate"), sex: sex, email: contact?.email,
            phone: contact?.phone, language: language, timeZone: timeZone ?? "UTC",
            knownGenotype: try knownGenotype.map { text throws(Invalid) in try Genotype(text, at: "/knownGenotype") },
            identifiers: (identifiers ?? []).map { Identifier(system: $0.system, value: $0.value) },
            consents: Consents(
                clinicians: consents?.clinicians ?? false, partners: consents?.partners ?? false))
    }
}

extension ProfileBody {
    /// The details after a merge patch.
    func details(changedBy patch: JSONTree) throws(Invalid) -> ProfileDetails {
        do {
            let before = try JSONDecoder().decode(JSONTree.self, from: try JSONEncoder().encode(self))
            let after = try JSONEncoder().encode(before.merged(with: patch))
            return try JSONDecoder().decode(ProfileBody.self, from: after).details()
        } catch let error as DecodingError {
            throw Invalid(decoding: error)
        } catch let error as Invalid {
            throw error
        } catch {
            throw Invalid("", "can't be taken")
        }
    }

    /// A patch with a misspelt member would change nothing, and seem to have worked.
    static func check(_ patch: JSONTree) throws(Invalid) {
        let members: [String: Set<String>] = [
            "name": ["given", "family"], "birthDate": [], "sex": [], "contact": ["email", "phone"], "language": [],
            "timeZone": [], "knownGenotype": [], "identifiers": [],
            "consents": ["clinicians", "partners"],
        ]
        guard case .object(let changes) = patch else { throw Invalid("", "a JSON object with what changes") }
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            guard let known = members[name] else { throw Invalid(path: [name], "can't be changed") }
            // A consent is given or not: null says neither.
            if name == "consents", change == .null { throw Invalid(path: [name], "true or false for each") }
            guard !known.isEmpty, case .object(let inner) = change else { continue }
            for (member, value) in inner.sorted(by: { $0.key < $1.key }) {
                guard known.contains(member) else { throw Invalid(path: [name, member], "can't be changed") }
                if name == "consents", value == .null { throw Invalid(path: [name, member], "true or false") }
            }
        }
    }
}

/// A profile as somebody sees it: the whole of it, or the name of a person who shares results.
enum SeenProfile: Encodable {
    case whole(ProfileBody)
    case name(id: String, ProfileBody.Name)

    private enum Key: CodingKey {
        case id, name
    }

    init(_ seen: ProfileView) {
        let body = ProfileBody(seen.profile)
        self = seen.isNameOnly ? .name(id: "\(seen.profile.id)", body.name) : .whole(body)
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .whole(let body): try body.encode(to: encoder)
        case .name(let id, let name):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }
}
