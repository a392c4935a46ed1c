/// The read-back by which a clinician acknowledges an alert. The server compares it with the record.
///
/// A read-back closes the loop as hospitals do it by telephone: the receiver repeats the value and who it is about.
package struct ReadBack: Equatable, Sendable {
    /// In the unit that the laboratory reported; nil: none is read back, since none holds.
    package let level: Level?
    package let identifiers: Identifiers
    package let reached: Reached
    /// Up to 500 characters, for the record.
    package let note: String?

    /// At least two of these identify the patient, or the sample if its kit is not registered.
    package struct Identifiers: Equatable, Sendable {
        package var birthDate: CalendarDate?
        package var familyName: String?
        package var kitCode: KitCode?
        /// The laboratory's own number of the result.
        package var reference: String?

        package static let least = 2

        package init(
            birthDate: CalendarDate? = nil, familyName: String? = nil, kitCode: KitCode? = nil, reference: String? = nil
        ) {
            self.birthDate = birthDate
            self.familyName = familyName
            self.kitCode = kitCode
            self.reference = reference
        }

        /// Those that are given, by name.
        package var names: [Identifier] {
            Identifier.allCases.filter { name in
                switch name {
                case .birthDate: birthDate != nil
                case .familyName: familyName != nil
                case .kitCode: kitCode != nil
                case .reference: reference != nil
                }
            }
        }
    }

    package enum Identifier: String, Sendable, CaseIterable {
        case birthDate = "birth-date"
        case familyName = "family-name"
        case kitCode = "kit-code"
        case reference
    }

    /// The person who was reached, and how.
    package enum Reached: String, Sendable, CaseIterable {
        case patientByPhone = "patient-by-phone"
        case patientInPerson = "patient-in-person"
        case colleagueByPhone = "colleague-by-phone"
        case colleagueInPerson = "colleague-in-person"
        /// The clinician acts on it personally, and has reached no other person yet.
        case noOtherPerson = "no-other-person"
    }

    package init(level: Level?, identifiers: Identifiers, reached: Reached, note: String?) {
        self.level = level
        self.identifiers = identifiers
        self.reached = reached
        self.note = note
    }

    /// Records every invalid field.
    package func check(_ faults: inout Faults) {
        faults.require(
            identifiers.names.count >= Identifiers.least, "/identifiers",
            "at least two of birthDate, familyName, kitCode and reference")
        faults.require(note?.isText(1...500) ?? true, "/note", "1 to 500 characters")
    }
}

/// The record of an alert's patient and sample, with which the server compares a read-back.
package struct ReadBackRecord: Equatable, Sendable {
    /// nil: the laboratory withdrew it, or the whole result, so no level holds.
    package let level: Level?
    package let kitCode: KitCode
    package let reference: String
    /// nil: the kit is not registered.
    package let birthDate: CalendarDate?
    package let familyName: String?

    package init(
        level: Level?, kitCode: KitCode, reference: String, birthDate: CalendarDate?, familyName: String?
    ) {
        self.level = level
        self.kitCode = kitCode
        self.reference = reference
        self.birthDate = birthDate
        self.familyName = familyName
    }

    /// The parts of a read-back that differ: nothing is said about the right values.
    ///
    /// The level must be the reported number in the reported unit: a converted number may hide a mistake. A name is
    /// compared by its spellings.
    package func differences(from readBack: ReadBack) -> [ReadBackPart] {
        var parts = ReadBackPart.differing(readBack.level, from: level)
        let given = readBack.identifiers
        if let date = given.birthDate, date != birthDate { parts.append(.birthDate) }
        if let name = given.familyName, familyName.map({ NameSpellings(name).agree(with: $0) }) != true {
            parts.append(.familyName)
        }
        if let code = given.kitCode, code != kitCode { parts.append(.kitCode) }
        if let number = given.reference, number != reference { parts.append(.reference) }
        return parts
    }
}

/// A part of a read-back that the server compares. The texts are pointers into the request's body.
package enum ReadBackPart: String, Sendable, CaseIterable {
    case value = "/value"
    case unit = "/unit"
    case birthDate = "/identifiers/birthDate"
    case familyName = "/identifiers/familyName"
    case kitCode = "/identifiers/kitCode"
    case reference = "/identifiers/reference"

    /// The name that people use for it.
    package var name: String {
        switch self {
        case .value: "level"
        case .unit: "unit"
        case .birthDate: "birth date"
        case .familyName: "family name"
        case .kitCode: "kit code"
        case .reference: "laboratory's number"
        }
    }

    /// The parts of a level that differ from the reported one.
    package static func differing(_ readBack: Level?, from level: Level?) -> [ReadBackPart] {
        var parts: [ReadBackPart] = []
        if readBack?.value != level?.value { parts.append(.value) }
        if readBack?.unit != level?.unit { parts.append(.unit) }
        return parts
    }

    /// The names of the parts in an event's reason, which lists pointers. Any other reason stays as it is.
    package static func named(in reason: String) -> String {
        let parts = reason.split(separator: " ").map { ReadBackPart(rawValue: String($0)) }
        return parts.contains(nil) ? reason : parts.compactMap { $0?.name }.joined(separator: ", ")
    }
}
