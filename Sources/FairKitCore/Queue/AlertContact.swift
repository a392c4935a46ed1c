/// A person whom an alert concerns, with what a consumer needs to reach them and no more (requirement R3.8).
package struct AlertContact: Equatable, Sendable {
    package enum Role: String, Sendable {
        case patient
        case clinician
    }

    /// An app or a browser of the person.
    package struct Device: Equatable, Sendable {
        package let channel: ContactKind
        package let address: String

        package init(channel: ContactKind, address: String) {
            self.channel = channel
            self.address = address
        }
    }

    package let role: Role
    package let name: String?
    /// nil: there is none, or the person wants neither SMS nor calls.
    package let phone: String?
    package let email: String?
    package let language: Language
    package let devices: [Device]
    /// The message to the person, in their language.
    package let text: NoticeText

    package init(
        role: Role, name: String?, phone: String?, email: String?, language: Language, devices: [Device],
        text: NoticeText
    ) {
        self.role = role
        self.name = name
        self.phone = phone
        self.email = email
        self.language = language
        self.devices = devices
        self.text = text
    }
}
