import ArgumentParser
import FairKitAPI

/// The facts about a person: the options of the commands add and change.
struct ProfileFacts: ParsableArguments {
    @Option(help: "The given name.")
    var given: String?

    @Option(help: "The family name.")
    var family: String?

    @Option(help: "The birth date, YYYY-MM-DD.")
    var birthDate: String?

    @Option(help: "female, male, other or unknown.", completion: .list(["female", "male", "other", "unknown"]))
    var sex: String?

    @Option(help: "The e-mail address.")
    var email: String?

    @Option(help: "The phone number, +254….")
    var phone: String?

    @Option(help: "en, es or sw.", completion: .list(["en", "es", "sw"]))
    var language: String?

    @Option(help: "The time zone, such as Africa/Nairobi.")
    var timeZone: String?

    @Option(help: "The genotype, if it is known, such as MM, MZ or ZZ.")
    var genotype: String?

    @Option(
        help: ArgumentHelp(
            "A consent of the person; repeat it for others. clinicians: clinicians see the results. research: the person is invited to studies. partners: the person is counted in statistics for partners.",
            valueName: "clinicians|research|partners"),
        completion: .list(consents))
    var consent: [String] = []

    /// The consents of a person.
    static let consents = ["clinicians", "research", "partners"]

    func validate() throws {
        guard consent.allSatisfy(ProfileFacts.consents.contains) else {
            throw ValidationError("--consent is clinicians, research or partners.")
        }
    }

    /// The given facts, as the API takes them.
    /// - Parameter withdrawn: the consents that the person withdraws.
    func members(withdrawn: [String] = []) -> [String: JSONTree] {
        let agreed = Dictionary(
            uniqueKeysWithValues: Set(consent + withdrawn).map { ($0, JSONTree.bool(consent.contains($0))) })
        return named([
            "name": object(named(["given": text(given), "family": text(family)])), "birthDate": text(birthDate),
            "sex": text(sex), "contact": object(named(["email": text(email), "phone": text(phone)])),
            "language": text(language), "timeZone": text(timeZone), "knownGenotype": text(genotype),
            "consents": object(agreed),
        ])
    }

    private func named(_ members: [String: JSONTree?]) -> [String: JSONTree] { members.compactMapValues { $0 } }
    private func text(_ value: String?) -> JSONTree? { value.map { .text($0) } }
    private func object(_ members: [String: JSONTree]) -> JSONTree? { members.isEmpty ? nil : .object(members) }
}
