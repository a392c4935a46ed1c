/// An address that mail goes to, and the language of the mail's text.
package struct MailRecipient: Hashable, Sendable {
    package let address: MailAddress
    package let language: Language

    package init(_ address: MailAddress, in language: Language) {
        self.address = address
        self.language = language
    }

    /// The owner of an account, in the language that they chose.
    package init(_ account: Account) {
        self.init(account.email, in: account.details.language)
    }
}
