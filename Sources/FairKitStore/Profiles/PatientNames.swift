package import FairKitCore
package import Relational

extension Connection {
    /// The names of those people whose profile a caller may read: beside their kits, results and alerts.
    ///
    /// Program keys read the profiles of all people of whom they see anything, if their scopes allow it; accounts those of
    /// people to whom they have a relation. A test compares this with the policy.
    package func names(
        of people: Set<ProfileID>, to subject: Subject, at now: Timestamp
    ) throws(DatabaseError) -> [ProfileID: String] {
        guard subject.may(.readProfile) else { return [:] }
        let isVisible: SQL =
            switch (subject.role, subject.account) {
            case (.patient(let own), nil): "p.id = \(own)"
            case (.patient(let own), let account?):
                "p.id IN (\(try authentic(People(of: account, own: own, at: now)).whoseNames))"
            case (.clinician, let account?): "p.id IN (\(try authentic(People(of: account, at: now)).whoseNames))"
            case (.clinician, nil), (.administrator, _): "1 = 1"
            case (.laboratory, _), (.consumer, _), (.app, _), (.coordinator, _): "1 = 0"
            }
        var names: [ProfileID: String] = [:]
        for person in people {
            names[person] = try first(
                "SELECT p.given_name, p.family_name FROM profile p WHERE p.id = \(person) AND \(isVisible)"
            ) { row throws(DatabaseError) in
                let given = try row.value(0, as: String.self, sealed: .profileGivenName, of: person)
                let family = try row.value(1, as: String.self, sealed: .profileFamilyName, of: person)
                return given.isEmpty ? family : "\(given) \(family)"
            }
        }
        return names
    }
}
