/// A person who signs in, in one role. See the decision `0023-accounts-and-sessions`.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    /// In small letters.
    package let email: MailAddress
    package let role: Role
    package let state: State
    package let createdAt: Timestamp
    /// When the password was chosen.
    package let passwordAt: Timestamp
    /// Since when one-time passwords are asked for; nil: they are not.
    package let secondFactorSince: Timestamp?
    package let details: AccountDetails

    /// The texts are stored for ever.
    package enum State: String, Sendable, CaseIterable {
        case active
        /// An administrator lets it in no more, until they do again.
        case suspended
        /// Only its id is left, so that histories say who acted.
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
}

/// What an account says of the person who signs in, as they themselves have it.
package struct AccountDetails: Hashable, Sendable {
    /// As others are told who it was; nil: they have given none.
    package var name: String?
    package var phone: String?
    /// What they are written to in.
    package var language: Language

    package init(name: String? = nil, phone: String? = nil, language: Language = .english) {
        self.name = name
        self.phone = phone
        self.language = language
    }

    /// Notes everything that is wrong.
    package func check(_ faults: inout Faults) {
        faults.demand(name?.isText(1...100) ?? true, "/name", "1 to 100 characters, without control characters")
        faults.demand(phone?.isPhoneNumber ?? true, "/phone", "a number such as +254700000000 (E.164)")
    }
}

package typealias AccountID = ID<Account>

extension MailAddress {
    /// As accounts have it: nobody gets a second one by writing the same address otherwise.
    package var folded: MailAddress { MailAddress(description.lowercased()) ?? self }
}

extension RoleName {
    /// Whether people in this role need a second factor: they see many others' records, or manage them.
    package var needsSecondFactor: Bool {
        switch self {
        case .clinician, .administrator, .laboratory: true
        case .patient, .coordinator, .consumer, .app: false
        }
    }
}
