/// A setting of a tenant, described once: the store, requests and responses, the audit log and mails to administrators follow
/// from it. See decision 0146.
package struct TenantSetting: Sendable {
    package typealias Path<Value> = any WritableKeyPath<TenantSettings, Value> & Sendable

    /// The form in JSON of the stored text.
    package enum Form: Sendable {
        case text
        case flag
        /// A whole number; stored is its product with this one.
        case number(of: Int)
        /// A list of words, which are stored with a space between them.
        case words
        /// One member of an object.
        case factor(AATUnit)
        /// nil: for readers whose language has none of its own; else one member of an object.
        case notice(Language?)
    }

    /// The text of a change in the audit log.
    package enum AuditText: Sendable {
        case name
        case nameIfChanged
        case value
        /// The setting decides whether and whom an alert notifies: if it changed, all administrators are mailed its title,
        /// with the old and the new value.
        ///
        /// - `shown`: a stored text as people read it.
        /// - `masked`: this text as the audit log may have it.
        case alerting(
            String, shown: @Sendable (String) -> String = { $0 }, masked: @Sendable (String) -> String = { $0 })
    }

    /// The member of requests and responses.
    package let member: String
    package let form: Form
    /// Its name in the store: that of the member, in lower case with hyphens, unless the descriptor has another.
    package let name: String
    /// The sentence for a value that the setting can't have.
    package let expected: String
    package let audit: AuditText
    /// The text that is stored; nil: it was not set.
    package let text: @Sendable (TenantSettings) -> String?
    /// False: the setting can't have this text, and nothing is changed.
    package let set: @Sendable (_ settings: inout TenantSettings, _ text: String) -> Bool

    init<Value: Sendable>(
        _ member: String, _ path: Path<Value>, _ expected: String, _ audit: AuditText = .value, as form: Form = .text,
        stored name: String? = nil, text: @escaping @Sendable (Value) -> String?,
        value: @escaping @Sendable (String) -> Value?
    ) {
        self.member = member
        self.form = form
        self.name = name ?? member.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
        self.expected = expected
        self.audit = audit
        self.text = { text($0[keyPath: path]) }
        set = { settings, text in
            guard let value = value(text) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    /// The members that lead to it.
    package var path: [String] { if case .factor(let unit) = form { [member, unit.rawValue] } else { [member] } }

    static func choice<Value: RawRepresentable<String> & Sendable>(
        _ member: String, _ path: Path<Value>, _ expected: String, _ audit: AuditText = .value, as form: Form = .text
    ) -> TenantSetting {
        TenantSetting(
            member, path, expected, audit, as: form, text: { $0.rawValue }, value: { Value(rawValue: $0) })
    }

    /// A time, which is stored in seconds.
    static func duration(
        _ member: String, _ path: Path<Duration>, in limits: ClosedRange<Int>, of unit: Int, _ expected: String,
        _ audit: AuditText = .value, stored name: String
    ) -> TenantSetting {
        let allowed = limits.lowerBound * unit...limits.upperBound * unit
        return TenantSetting(
            member, path, expected, audit, as: .number(of: unit), stored: name,
            text: { "\($0.components.seconds)" },
            value: { Int($0).flatMap { allowed.contains($0) ? .seconds($0) : nil } })
    }
}
