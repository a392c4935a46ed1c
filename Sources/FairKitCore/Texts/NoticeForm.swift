/// How a notice is shown. A *value* is a level, a range, a person's name, birth date or phone number, a kit code, a
/// reason, or the title of what a person is invited to read.
package enum NoticeForm: Equatable, Sendable {
    /// A push message. Without a preview it says that there is news, and nothing more.
    case push(preview: Bool)
    case sms(showsValues: Bool)
    /// The subject never has a value.
    case mail(showsValues: Bool)
    /// A mail to an address that its reader has not proven: without values, and with what to do if it is wrong.
    case unprovenMail
    /// A mail to an address, whether or not it has an account: whole, as its kind has it.
    case wholeMail
    /// Read aloud to the person who picks up the phone, so it has no values.
    case voice
    /// A message to a team's channel at another company, so it has no values.
    case chat
}
