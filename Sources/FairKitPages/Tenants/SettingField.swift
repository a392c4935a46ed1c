import FairKitCore
import FairKitService

/// The settings that stand on one page.
enum SettingGroup: String, CaseIterable {
    case clinic, languages, patients, notices, results, security

    var title: PageText {
        switch self {
        case .clinic: .settingsClinic
        case .languages: .settingsLanguages
        case .patients: .settingsPatients
        case .notices: .setNotice
        case .results: .settingsResults
        case .security: .settingsSecurity
        }
    }

    /// What is set, in words.
    func facts(_ settings: TenantSettings, _ reader: Reader) -> [HTML] {
        if self == .notices { return NoticeFields.facts(settings, reader) }
        if self == .languages { return [LanguageFields.facts(settings, reader)] }
        let jumps = fields.compactMap { $0.unit == nil ? nil : $0.words(settings, reader) }
        return fields.filter { $0.unit == nil }.map { reader.fact($0.label, $0.words(settings, reader)) }
            + (jumps.isEmpty ? [] : [reader.fact(.setJump, jumps.joined(separator: "; "))])
    }

    /// The fields of its form. Those of the units stand together.
    func html(_ sent: [String: String], _ wrong: [Wrong], _ reader: Reader) -> HTML {
        let (units, others) = (fields.filter { $0.unit != nil }, fields.filter { $0.unit == nil })
        let jumps: HTML? =
            units.isEmpty
            ? nil
            : """
            <fieldset><legend>\(reader[.setJump])</legend><p class="hint">\(reader[.setJumpHint])</p>
            \(units.map { $0.html(sent[$0.id] ?? "", wrong, reader) })</fieldset>
            """
        return "\(others.map { $0.html(sent[$0.id] ?? "", wrong, reader) })\(jumps)"
    }

    var fields: [SettingField] {
        switch self {
        case .clinic:
            [
                SettingField("display-name", .setName, .setNameHint),
                SettingField("patient-contact", .setContact, .setContactHint),
                SettingField("operator-contact", .setOperator, .setOperatorHint),
                SettingField("news-hosts", .setHosts, .setHostsHint),
            ]
        case .patients:
            [
                SettingField(
                    "registration", .setRegistration, choices: [("open", .setOpen), ("closed", .setClosed)]),
                SettingField(
                    "issued-kits", .setIssued,
                    choices: [
                        ("always", .setIssuedAlways), ("self-registration", .setIssuedSelf),
                        ("never", .setIssuedNever),
                    ]),
            ]
        case .notices, .languages: []
        case .results:
            [
                SettingField("suspect-hold-seconds", .setHold, .setHoldHint, of: 3600),
                SettingField("molar-mass", .setMass, choices: [("52", .setMass52), ("54", .setMass54)]),
            ]
                + AATUnit.allCases.map { unit in
                    SettingField(TenantSetting.jumpFactor(of: unit).name, .setJump, .setJumpHint, unit: unit)
                }
        case .security:
            [
                SettingField("inactivity-seconds", .setLock, .setLockHint, of: 60),
                SettingField(
                    "forbid-values", .setValues, choices: [("false", .setValuesShown), ("true", .setValuesHidden)]),
            ]
        }
    }
}

/// A setting as people read and type it.
struct SettingField {
    /// Its name in the store, and in the form.
    let name: String
    let label: PageText
    let hint: PageText?
    let choices: [(value: String, text: PageText)]
    /// What one of the typed number is in the stored one; nil: it is a text.
    let scale: Int?
    /// The unit to whose levels it belongs.
    let unit: AATUnit?

    init(
        _ name: String, _ label: PageText, _ hint: PageText? = nil, of scale: Int? = nil, unit: AATUnit? = nil,
        choices: [(value: String, text: PageText)] = []
    ) {
        (self.name, self.label, self.hint, self.choices) = (name, label, hint, choices)
        (self.scale, self.unit) = (scale, unit)
    }

    private var setting: TenantSetting? { TenantSetting.named[name] }

    /// The value as it is typed.
    func typed(_ settings: TenantSettings) -> String {
        let text = setting?.text(settings) ?? ""
        if unit != nil { return Int64(text).map { "\(Thousandths(count: $0))" } ?? "" }
        return scale.flatMap { scale in Int(text).map { "\($0 / scale)" } } ?? text
    }

    /// The value as it is stored; nil: it can't be this one.
    func stored(_ typed: String) -> String? {
        var (text, settings): (String?, TenantSettings) = (typed, TenantSettings())
        if unit != nil { text = TypedNumber.read(typed).map { "\($0.count)" } }
        if let scale { text = Int(typed).flatMap { (0...1_000_000).contains($0) ? "\($0 * scale)" : nil } }
        guard let text, setting?.set(&settings, text) == true else { return nil }
        return text
    }

    /// The value in words; nil: it was not set.
    func words(_ settings: TenantSettings, _ reader: Reader) -> String? {
        let value = typed(settings)
        if let choice = choices.first(where: { $0.value == value }) { return reader[choice.text] }
        if let unit { return "\(reader.language.decimal(value)) (\(unit.rawValue))" }
        let seconds = scale.flatMap { scale in Int(value).map { $0 * scale } } ?? 0
        if seconds >= 86_400, seconds % 86_400 == 0 {
            return "\(value) (\(reader[.daysLong, ["count": .number(seconds / 86_400)]]))"
        }
        return value.isEmpty ? nil : value
    }

    func html(_ value: String, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        guard choices.isEmpty else {
            return reader.choices(
                name, label, wrong, choices.map { ($0.value, "\(reader[$0.text])" as HTML) }, chosen: value)
        }
        let kind: HTML =
            scale != nil
            ? "class=\"short\" inputmode=\"numeric\"" : unit != nil ? "class=\"short\" inputmode=\"decimal\"" : ""
        let input: HTML = "\(kind) autocomplete=\"off\" value=\"\(value)\""
        return unit.map { reader.field(id, titled: $0.rawValue, wrong, with: input) }
            ?? reader.field(id, label, wrong, hint: hint, with: input)
    }

    /// The name of its input.
    var id: String { unit.map { unit in "jump-\(AATUnit.allCases.firstIndex(of: unit) ?? 0)" } ?? name }
}
