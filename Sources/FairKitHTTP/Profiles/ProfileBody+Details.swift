import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials

extension ProfileBody {
    func details(_ faults: inout Faults) -> ProfileDetails {
        let sex = AdministrativeSex(rawValue: sex ?? "unknown")
        faults.require(sex != nil, "/sex", "female, male, other or unknown")
        let language = Language(rawValue: language ?? "en")
        faults.require(language != nil, "/language", "en, es or sw")
        // A consent without any effect is refused, so that no patient relies on it.
        if consents?.family == true {
            faults.record("/consents/family", "is not supported: no use of the data depends on it")
        }
        let notice = consents?.notice.flatMap { ConsentNoticeID($0) }
        faults.require(consents?.notice == nil || notice != nil, "/consents/notice", "the id of a text")
        let given = name.given ?? ""
        let (givenName, familyName) = name.family.isEmpty ? ("", given) : (given, name.family)
        return ProfileDetails(
            givenName: givenName, familyName: familyName,
            birthDate: faults.date(birthDate, at: "/birthDate"), sex: sex ?? .unknown,
            email: contact?.email.map { MailAddress(typed: $0)?.description ?? $0 },
            phone: contact?.phone.map { PhoneNumber(typed: $0)?.description ?? $0 }, language: language ?? .english,
            timeZone: timeZone ?? "UTC",
            knownGenotype: faults.genotype(knownGenotype, at: "/knownGenotype"),
            identifiers: (identifiers ?? []).map { Identifier(system: $0.system, value: $0.value) },
            consents: Consents(
                clinicians: consents?.clinicians ?? false, research: consents?.research ?? false,
                partners: consents?.partners ?? false, notice: notice))
    }
}

extension ProfileBody {
    /// The details after a merge patch.
    func details(changedBy patch: JSONTree, _ faults: inout Faults) throws(Invalid) -> ProfileDetails {
        let before: JSONTree
        do { before = try JSONTree(of: self) } catch { throw Invalid("", "can't be changed") }
        return try faults.read(ProfileBody.self, from: before.merged(with: patch)).details(&faults)
    }

    /// A patch with a misspelt member would change nothing, but look successful.
    static func check(_ patch: JSONTree, _ faults: inout Faults) {
        let members: [String: Set<String>] = [
            "name": ["given", "family"], "birthDate": [], "sex": [], "contact": ["email", "phone"], "language": [],
            "timeZone": [], "knownGenotype": [], "identifiers": [],
            "consents": ["clinicians", "research", "partners", "notice"],
        ]
        guard case .object(let changes) = patch else {
            return faults.record("", "a JSON object with the members to change")
        }
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            guard let known = members[name] else {
                faults.record(Invalid(path: [name], "can't be changed"))
                continue
            }
            // A consent is true or false, never null.
            if name == "consents", change == .null { faults.record("/consents", "true or false for each") }
            guard !known.isEmpty, case .object(let inner) = change else { continue }
            for (member, value) in inner.sorted(by: { $0.key < $1.key }) {
                if !known.contains(member) { faults.record(Invalid(path: [name, member], "can't be changed")) }
                if name == "consents", value == .null { faults.record(Invalid(path: [name, member], "true or false")) }
            }
        }
    }
}

/// A profile as the caller may see it: the whole of it, or only the name of a person who shares results.
enum SeenProfile: JSONBody {
    case whole(ProfileBody)
    case name(id: String, ProfileBody.Name)

    init(_ seen: ProfileView) {
        var body = ProfileBody(seen.profile)
        body.nextTestDue = seen.nextTestDue?.description
        self = seen.isNameOnly ? .name(id: "\(seen.profile.id)", body.name) : .whole(body)
    }

    func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .whole(let body): body.writeMembers(to: &json)
        case .name(let id, let name):
            json.member(#""id":"#, id)
            json.member(#""name":"#, name)
            // Members that a name alone omits, but that may still be requested.
            let omitted: [StaticString] = [
                #""createdAt":"#, #""version":"#, #""birthDate":"#, #""sex":"#, #""contact":"#, #""language":"#,
                #""timeZone":"#, #""knownGenotype":"#, #""identifiers":"#, #""consents":"#, #""nextTestDue":"#,
            ]
            for name in omitted { json.omit(name) }
        }
    }
}
