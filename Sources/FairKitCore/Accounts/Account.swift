/// A person's sign-in, in one role. See decision 0023.
package struct Account: Equatable, Sendable {
    package let id: AccountID
    /// In lower case.
    package let email: MailAddress
    package let role: Role
    package let state: State
    package let createdAt: Timestamp
    /// When the password was chosen.
    package let passwordAt: Timestamp
    /// Since when sign-in asks for a one-time password; nil: it does not.
    package let secondFactorSince: Timestamp?
    package let details: AccountDetails

    /// Stored texts; they never change.
    package enum State: String, Sendable, CaseIterable {
        case active
        /// It can't sign in until an administrator restores it.
        case suspended
        /// Only the id is left, so that histories still say who acted.
        case deleted
    }

    package init(
        id: AccountID, email: MailAddress, role: Role, state: State = .active, createdAt: Timestamp,
        passwordAt: Timestamp, secondFactorSince: Timestamp? = nil, details: AccountDetails = AccountDetails()
    ) {
        self.id = id
        self.email = email
        self.role = role
        self.state = state
        self.createdAt = createdAt
        self.passwordAt = passwordAt
        self.secondFactorSince = secondFactorSince
        self.details = details
    }

    /// How mails to other people name its owner.
    package var nameInMails: String { details.name ?? email.masked }
}

/// The contact details that account holders maintain themselves.
package struct AccountDetails: Equatable, Sendable {
    /// The name that other people see; nil: not given.
    package var name: String?
    package var phone: String?
    /// The language of mails to this person.
    package var language: Language

    package init(name: String? = nil, phone: String? = nil, language: Language = .english) {
        self.name = name
        self.phone = phone
        self.language = language
    }

    /// Records every invalid field.
    package func check(_ faults: inout Faults) {
        faults.require(name?.isText(1...100) ?? true, "/name", "1 to 100 characters, without control characters")
        faults.require(phone.map { PhoneNumber($0) != nil } ?? true, "/phone", "a number such as +254700000000 (E.164)")
    }
}

package typealias AccountID = ID<Account>

extension MailAddress {
    /// The form that accounts store, so that another spelling of an address can't open a second account.
    package var folded: MailAddress { MailAddress(description.lowercased()) ?? self }
}

extension RoleName {
    /// Whether accounts in this role need a second factor: they see or manage many people's records.
    package var needsSecondFactor: Bool {
        switch self {
        case .clinician, .administrator, .laboratory: true
        case .patient, .coordinator, .consumer, .app: false
        }
    }
}
