package import FairKitCore

/// A person whom an alert concerns, for a consumer with the scope `contacts:read` (requirement R3.8).
package struct AlertContactBody: Decodable, JSONBody, Sendable {
    package struct Device: Decodable, JSONBody, Sendable {
        package let channel: String
        package let address: String
    }

    package struct Text: Decodable, JSONBody, Sendable {
        package let title: String
        package let body: String
    }

    package let role: String
    package let name: String?
    package let phone: String?
    package let email: String?
    package let language: String
    package let devices: [Device]
    package let text: Text

    package init(_ contact: AlertContact) {
        role = contact.role.rawValue
        name = contact.name
        phone = contact.phone
        email = contact.email
        language = contact.language.rawValue
        devices = contact.devices.map { Device(channel: $0.channel.rawValue, address: $0.address) }
        text = Text(title: contact.text.title, body: contact.text.body)
    }
}
