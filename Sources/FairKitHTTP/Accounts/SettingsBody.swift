import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials

/// The settings of a tenant in JSON.
struct SettingsBody: JSONBody {
    let settings: TenantSettings

    func writeMembers(to json: inout JSONWriter) {
        for setting in TenantSetting.all {
            let (text, name) = (setting.text(settings), setting.member)
            switch setting.form {
            case .text: json.member(named: name, text)
            case .flag: json.member(named: name, text.map { $0 == "true" })
            case .number(let unit): json.member(named: name, text.flatMap { Int($0) }.map { $0 / unit })
            case .words: json.member(named: name, text?.split(separator: " ").map(String.init))
            case .factor(let unit) where unit == AATUnit.allCases.first:
                let factors = AATUnit.allCases.map { ($0.rawValue, settings.jumpFactors[unit: $0].decimal) }
                json.member(named: name, Dictionary(uniqueKeysWithValues: factors))
            case .factor: break
            case .notice(nil): json.member(named: name, settings.consentNotice.map { ConsentNoticeBody($0) })
            case .notice(let language) where language == Language.allCases.first:
                let notices = settings.consentNotices.map { ($0.rawValue, ConsentNoticeBody($1)) }
                json.member(named: name, notices.isEmpty ? nil : Dictionary(uniqueKeysWithValues: notices))
            case .notice: break
            }
        }
    }
}

extension Faults {
    /// The texts of the settings that a patch changes, by their names in the store. A null changes nothing. A misspelt member
    /// would change nothing, but look successful, so unknown members are faults.
    mutating func settings(in patch: JSONTree, at now: Timestamp) throws(Invalid) -> [String: String] {
        guard case .object(let members) = patch else { throw Invalid("", "a JSON object with the members to change") }
        var texts: [String: String] = [:]
        for (member, tree) in members.sorted(by: { $0.key < $1.key }) {
            guard let setting = TenantSetting.all.first(where: { $0.member == member }) else {
                record(Invalid(path: [member], "can't be changed"))
                continue
            }
            guard tree != .null else { continue }
            switch setting.form {
            case .text: texts[setting.name] = try read(String.self, from: tree, at: member)
            case .flag: texts[setting.name] = "\(try read(Bool.self, from: tree, at: member))"
            case .number(let unit):
                texts[setting.name] = "\(Decimal(try read(Int.self, from: tree, at: member)) * Decimal(unit))"
            case .words:
                let words = try read([String].self, from: tree, at: member)
                // A text with a space is no word.
                texts[setting.name] = words.map { $0.contains(" ") || $0.isEmpty ? "?" : $0 }.joined(separator: " ")
            case .factor:
                for (unit, factor) in try read([String: Decimal].self, from: tree, at: member) {
                    if let unit = AATUnit(rawValue: unit), let factor = Thousandths(factor) {
                        texts[TenantSetting.jumpFactor(of: unit).name] = "\(factor.count)"
                    } else {
                        record(
                            "/\(member)",
                            "a factor of 1.5 to 100, with at most three decimals, for mg/dL, g/L or umol/L")
                    }
                }
            case .notice(nil):
                let body = try read(ConsentNoticeBody.self, from: tree, at: member)
                texts[setting.name] = notice(body, at: "/\(member)", now)
            case .notice:
                for (name, body) in try read([String: ConsentNoticeBody].self, from: tree, at: member) {
                    if let language = Language(rawValue: name) {
                        let setting = TenantSetting.consentNotice(in: language)
                        texts[setting.name] = notice(body, at: "/\(member)/\(name)", now)
                    } else {
                        record(
                            "/\(member)", "a notice for \(Language.allCases.map(\.rawValue).joined(separator: ", "))")
                    }
                }
            }
        }
        return texts
    }

    /// The stored text of a notice; empty: there is to be none.
    private mutating func notice(_ body: ConsentNoticeBody, at pointer: String, _ now: Timestamp) -> String {
        ConsentNotice.check(text: body.text, url: body.url, at: pointer, &self)
        let notice = ConsentNotice(id: .new(at: now), text: body.text, url: body.url)
        return body.text == nil && body.url == nil ? "" : notice.stored
    }

    private mutating func read<Value: Decodable>(
        _ type: Value.Type, from tree: JSONTree, at member: String
    ) throws(Invalid) -> Value {
        var part = Faults()
        defer { record(part, inside: "/\(member)") }
        return try part.read(type, from: tree)
    }
}
