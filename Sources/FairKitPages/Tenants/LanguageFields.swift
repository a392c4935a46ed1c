import FairKitCore

/// The languages that a clinic offers: the first one, and any of the others beside it.
enum LanguageFields {
    private static func id(_ language: Language) -> String { "offers-\(language.rawValue)" }

    /// As they are chosen.
    static func typed(_ settings: TenantSettings) -> [String: String] {
        let offered = Language.allCases.map { (id($0), settings.languages.contains($0) ? "yes" : "") }
        return Dictionary(uniqueKeysWithValues: offered + [("first", settings.languages.first?.rawValue ?? "")])
    }

    /// The first one is offered, whether or not it is ticked.
    static func read(
        _ sent: [String: String], _ before: [String: String], _ reader: Reader, _ texts: inout [String: String]
    ) -> [Wrong] {
        guard sent != before else { return [] }
        guard let first = sent["first"].flatMap({ Language(rawValue: $0) }) else {
            return [Wrong(field: "first", text: reader[.ownChooseOne])]
        }
        let others = Language.allCases.filter { $0 != first && sent[id($0)] == "yes" }
        texts["languages"] = ([first] + others).map(\.rawValue).joined(separator: " ")
        return []
    }

    /// What is set, in words.
    static func facts(_ settings: TenantSettings, _ reader: Reader) -> HTML {
        reader.fact(.languagesOffered, settings.languages.map(\.ownName).joined(separator: ", "))
    }

    static func html(_ sent: [String: String], _ wrong: [Wrong], _ reader: Reader) -> HTML {
        let names: [(value: String, text: HTML)] = Language.allCases.map {
            ($0.rawValue, "<b lang=\"\($0.rawValue)\">\($0.ownName)</b>" as HTML)
        }
        return """
            \(reader.choices("first", .languageFirst, about: .languageFirstHint, wrong, names, chosen: sent["first"]))
            <fieldset><legend>\(reader[.languagesOffered])</legend><p class="hint">\(reader[.languagesOfferedHint])</p>
            \(Language.allCases.map { reader.tick(id($0), $0.ownName, isOn: sent[id($0)] == "yes") })</fieldset>
            """
    }
}
