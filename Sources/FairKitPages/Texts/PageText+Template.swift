package import FairKitCore

extension PageText {
    /// Reads all texts and files of pages. A fault in one ends the process now, and not when a page is shown.
    package static func readAll() {
        for language in Language.allCases { for text in allCases { _ = text.template(in: language) } }
        _ = Assets.all
    }

    /// The text in a language: a `TextTemplate`. A text that is missing, or that no case names, stops the tests.
    package func template(in language: Language) -> String {
        guard let text = language.screens[rawValue] else { fatalError("\(language) has no text \(rawValue)") }
        return text
    }
}

extension Language {
    /// A text of a page, with its values.
    func page(_ text: PageText, _ values: [String: TextTemplate.Value]) -> String {
        let template = text.template(in: self)
        return TextTemplate.ofCatalogue(template).text(in: self) { values[$0] } ?? template
    }
}
