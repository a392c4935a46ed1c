package import FairKitCore
package import Relational

/// The columns of a profile, in the order in which `Profile.init(row:identifiers:)` reads them. The first is its id.
let profileColumns: SQL = """
    id, created_at, version, given_name, family_name, birth_date, sex, email, phone, language, time_zone,
    known_genotype, consent_clinicians, consent_research, consent_partners, consent_notice_id, consent_clinicians_at,
    consent_clinicians_notice, consent_research_at, consent_research_notice, consent_partners_at, consent_partners_notice
    """

extension Profile {
    init(row: borrowing Row, identifiers: [Identifier]) throws(DatabaseError) {
        var changes: [Consent: Consents.Change] = [:]
        for (index, consent) in Consent.allCases.enumerated() {
            guard let time = try row.value(16 + 2 * index, as: Timestamp?.self) else { continue }
            changes[consent] = Consents.Change(at: time, notice: try row.value(17 + 2 * index))
        }
        let details = ProfileDetails(
            givenName: try row.value(3, sealed: .profileGivenName, key: 0),
            familyName: try row.value(4, sealed: .profileFamilyName, key: 0),
            birthDate: try row.value(5, sealed: .profileBirthDate, key: 0), sex: try row.value(6),
            email: try row.value(7, sealed: .profileEmail, key: 0),
            phone: try row.value(8, sealed: .profilePhone, key: 0), language: try row.value(9),
            timeZone: try row.value(10), knownGenotype: try row.value(11), identifiers: identifiers,
            consents: Consents(
                clinicians: try row.value(12), research: try row.value(13), partners: try row.value(14),
                notice: try row.value(15), changes: changes))
        self.init(id: try row.value(0), createdAt: try row.value(1), version: try row.value(2), details: details)
    }
}

extension Connection {
    /// A profile by its id.
    package func profile(_ id: ProfileID) throws(DatabaseError) -> Profile? {
        let identifiers = try all(
            """
            SELECT system, value, profile_id, position FROM profile_identifier WHERE profile_id = \(id) ORDER BY position
            """
        ) { row throws(DatabaseError) in
            Identifier(system: try row.value(0), value: try row.value(1, sealed: .profileIdentifierValue, key: 2, 3))
        }
        return try first("SELECT \(profileColumns) FROM profile WHERE id = \(id)") { row throws(DatabaseError) in
            try Profile(row: row, identifiers: identifiers)
        }
    }

    /// Whether a profile names an e-mail address or a phone number.
    package func hasContact(_ id: ProfileID) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM profile WHERE id = \(id) AND (email IS NOT NULL OR phone IS NOT NULL)")
    }
}

extension Connection {
    /// The ids of people who match exact values, the newest first.
    package func profiles(_ search: ProfileSearch) throws(DatabaseError) -> [ProfileID] {
        var conditions: [SQL] = []
        // Written as in the index.
        if let email = search.email {
            conditions.append("\(foldedLookup: "email") = \(lookup: LookupClass.address.folded(email), .address)")
        }
        if let phone = search.phone { conditions.append("\(lookup: "phone") = \(lookup: phone, .phone)") }
        if let kit = search.kit {
            conditions.append("id IN (SELECT profile_id FROM kit WHERE \(lookup: "code") = \(lookup: kit, .code))")
        }
        if let person = search.person {
            let date = person.birthDate
            let names = NameSpellings.origins(of: person.familyName).sorted().map { name -> SQL in
                "\(lookup: "birth_date") = \(lookup: date, .person, by: "\(date) \(name)")"
            }
            conditions.append("(\(names.joined(by: " OR ")))")
        }
        let found = try all(
            "SELECT id, given_name, family_name FROM profile WHERE \(conditions.conjunction) ORDER BY id DESC"
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: ProfileID.self),
                try row.value(1, as: String.self, sealed: .profileGivenName, key: 0),
                try row.value(2, as: String.self, sealed: .profileFamilyName, key: 0)
            )
        }
        return found.filter { search.person?.fits(given: $0.1, family: $0.2) ?? true }.map(\.0)
    }
}

extension WriteTransaction {
    /// Stores a new profile.
    package func insertProfile(_ profile: Profile) throws(DatabaseError) {
        let details = profile.details
        let consents = details.consents
        try run(
            """
            INSERT INTO profile (id, created_at, version, given_name, family_name, birth_date, sex, email, phone,
                language, time_zone, known_genotype, consent_clinicians, consent_family, consent_research,
                consent_partners, consent_notice_id, consent_clinicians_at, consent_clinicians_notice,
                consent_research_at, consent_research_notice, consent_partners_at, consent_partners_notice)
            VALUES (\(profile.id), \(profile.createdAt), \(profile.version),
                \(sealed: details.givenName, .profileGivenName, of: profile.id),
                \(sealed: details.familyName, .profileFamilyName, of: profile.id), \(birthDate(of: profile)),
                \(details.sex), \(sealed: details.email, .profileEmail, of: profile.id),
                \(sealed: details.phone, .profilePhone, of: profile.id),
                \(details.language), \(details.timeZone), \(details.knownGenotype), \(consents.clinicians),
                -- The consent for family is not stored yet: it would have no effect.
                0, \(consents.research), \(consents.partners), \(consents.notice),
                \(consents.changes[.clinicians]?.at), \(consents.changes[.clinicians]?.notice),
                \(consents.changes[.research]?.at), \(consents.changes[.research]?.notice),
                \(consents.changes[.partners]?.at), \(consents.changes[.partners]?.notice))
            """)
        try logChange(of: .profile(profile.id), version: profile.version, at: profile.createdAt)
        try insertIdentifiers(details.identifiers, of: profile.id)
        try beginSearch(of: profile.id)
    }

    /// Stores a profile's details with its new version.
    package func updateProfile(_ profile: Profile, at now: Timestamp) throws(DatabaseError) {
        let details = profile.details
        let consents = details.consents
        try forgetFailedContacts(of: profile)
        try run(
            """
            UPDATE profile SET version = \(profile.version),
                given_name = \(sealed: details.givenName, .profileGivenName, of: profile.id),
                family_name = \(sealed: details.familyName, .profileFamilyName, of: profile.id),
                birth_date = \(birthDate(of: profile)), sex = \(details.sex),
                email = \(sealed: details.email, .profileEmail, of: profile.id),
                phone = \(sealed: details.phone, .profilePhone, of: profile.id), language = \(details.language),
                time_zone = \(details.timeZone), known_genotype = \(details.knownGenotype),
                consent_clinicians = \(consents.clinicians), consent_research = \(consents.research),
                consent_partners = \(consents.partners), consent_notice_id = \(consents.notice),
                consent_clinicians_at = \(consents.changes[.clinicians]?.at),
                consent_clinicians_notice = \(consents.changes[.clinicians]?.notice),
                consent_research_at = \(consents.changes[.research]?.at),
                consent_research_notice = \(consents.changes[.research]?.notice),
                consent_partners_at = \(consents.changes[.partners]?.at),
                consent_partners_notice = \(consents.changes[.partners]?.notice)
            WHERE id = \(profile.id)
            """)
        if !consents.partners { try leaveProgramme(profile.id) }
        // A consent takes effect at once, in the lists of results, too.
        try run(
            """
            UPDATE result SET shown_to_clinicians = \(consents.clinicians)
            WHERE profile_id = \(profile.id) AND shown_to_clinicians <> \(consents.clinicians)
            """)
        try logChange(of: .profile(profile.id), version: profile.version, at: now)
        try run("DELETE FROM profile_identifier WHERE profile_id = \(profile.id)")
        try insertIdentifiers(details.identifiers, of: profile.id)
        try logSearchChange(of: profile.id)
    }

    private func insertIdentifiers(_ identifiers: [Identifier], of profile: ProfileID) throws(DatabaseError) {
        for (position, identifier) in identifiers.enumerated() {
            try run(
                """
                INSERT INTO profile_identifier (profile_id, position, system, value)
                VALUES (\(profile), \(position), \(identifier.system),
                    \(sealed: identifier.value, .profileIdentifierValue, of: profile, position))
                """)
        }
    }

    private func birthDate(of profile: Profile) -> SQL {
        let (date, name) = (profile.details.birthDate, profile.details.familyName)
        return "\(sealed: date, .profileBirthDate, of: profile.id, lookedUpBy: lookedUp(date, of: name))"
    }
}

/// The text that a birth date is looked up by: with the family name, since people who share a date alone could be
/// counted. Names that differ in more than accents and case have different ones; a search compares the rest.
func lookedUp(_ birthDate: CalendarDate, of familyName: String) -> String {
    let words = FoldedWord.words(of: familyName).map { String(decoding: $0.bytes, as: UTF8.self) }
    return ([birthDate.description] + words).joined(separator: " ")
}
