import FoundationEssentials

/// All texts of one language: the content of its file in `Texts/Catalogue`, which is part of the binary. See decision 0141.
///
/// It exists only as a whole: a file without a text for one kind is refused, and so is one with a text for no kind.
package final class Catalogue: Decodable, Sendable {
    let frame: FrameWords
    let why: EveryCase<NoticeAudience, String>
    let choice: EveryCase<NoticeCategory, String>
    let notices: EveryCase<NoticeKind, NoticeWords>
    let summaries: EveryCase<SummaryPhrase, String>
    let mailFacts: [String: String]
    let report: ReportWords
    let figures: FigureWords
    let calendar: CalendarWords
    let alerting: AlertingWords
    let screens: [String: String]
    let pages: [String: String]

    /// - Parameter file: JSON with comments.
    package static func read(_ file: String) throws -> Catalogue {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(Catalogue.self, from: Data(file.utf8))
    }

    fileprivate static let english = part(.english)
    fileprivate static let spanish = part(.spanish)
    fileprivate static let swahili = part(.swahili)

    /// The file is part of the binary: if it is refused, then in each run, and the first test finds it.
    private static func part(_ language: Language) -> Catalogue {
        do { return try read(EmbeddedTable.texts(language).text) } catch {
            fatalError("the texts in \(language): \(error)")
        }
    }
}

extension Language {
    /// Reads the texts of all languages. A fault in one ends the process now, and not when a message is due.
    package static func readTexts() {
        for language in allCases { precondition(!language.frame.urgentNews.isEmpty) }
    }

    var catalogue: Catalogue {
        switch self {
        case .english: Catalogue.english
        case .spanish: Catalogue.spanish
        case .swahili: Catalogue.swahili
        }
    }

    package var frame: FrameWords { catalogue.frame }

    package func words(_ kind: NoticeKind) -> NoticeWords { catalogue.notices[kind] }

    /// Why the reader receives a notice.
    package func why(_ audience: NoticeAudience) -> String { catalogue.why[audience] }

    /// How the reader changes what they receive.
    package func choice(_ category: NoticeCategory) -> String { catalogue.choice[category] }

    /// The text of a phrase: a `TextTemplate`.
    package func summary(_ phrase: SummaryPhrase) -> String { catalogue.summaries[phrase] }

    /// The words in the lines of facts of such a mail, by their stored English.
    package var mailFacts: [String: String] { catalogue.mailFacts }

    package var report: ReportWords { catalogue.report }

    package var figures: FigureWords { catalogue.figures }

    package var calendar: CalendarWords { catalogue.calendar }

    package var alerting: AlertingWords { catalogue.alerting }

    /// The texts of pages by their names, a `TextTemplate` each. The room of the pages names them.
    package var screens: [String: String] { catalogue.screens }

    /// The texts of the pages behind links, on each line a key, a colon and a text. Flags and statuses of results are those of reports.
    package var pages: String {
        let own = catalogue.pages.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let flags = AbnormalFlag.allCases.map { "flag \($0.rawValue): \(report.flags[$0])" }
        let statuses = ResultStatus.allCases.map { "status \($0.rawValue): \(report.statuses[$0])" }
        return (own + flags + statuses).joined(separator: "\n")
    }
}
