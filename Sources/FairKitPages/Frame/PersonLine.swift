import FairKitCore
import FairKitService

/// The person that a page is about. It stays in view, so that no one is taken for another person of the same name.
struct PersonLine: Sendable {
    let name: String
    var birthDate: CalendarDate?
    var sex: AdministrativeSex?
    /// A number by which the clinic knows the person.
    var identifier: String?

    func html(for reader: Reader) -> HTML {
        let born = birthDate.map { "<span>\(reader[.born]) \(reader.day($0))</span>" as HTML }
        let sex = sex.map { "<span>\(reader.language.report.sexes[$0])</span>" as HTML }
        let identifier = identifier.map { "<span class=\"soft\">\($0)</span>" as HTML }
        return "<div class=\"person\"><b>\(name)</b>\(born)\(sex)\(identifier)</div>"
    }
}

extension PersonLine {
    init(_ profile: Profile) {
        self.init(
            name: profile.details.fullName, birthDate: profile.details.birthDate, sex: profile.details.sex,
            identifier: profile.details.identifiers.first?.value)
    }
}

extension Reader {
    /// What stands for a person whose name a page does not say.
    func number(of person: ProfileID) -> String {
        self[.alertNumber, ["number": .text(String("\(person)".suffix(6)).uppercased())]]
    }

    /// A person's number, to press if it can be dialled.
    func phone(of person: ProfileView) -> HTML? {
        person.profile.details.phone.map { phone in
            PhoneNumber(phone).map { "<a href=\"\(to: Link(calling: $0))\">\(phone)</a>" } ?? "\(phone)"
        }
    }
}
