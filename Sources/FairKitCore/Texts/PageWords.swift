extension Language {
    /// The texts of pages, on each line a key, a colon and a text. Flags and statuses of results are those of reports.
    package var pages: String {
        let pages =
            switch self {
            case .english: English.pages
            case .spanish: Spanish.pages
            case .swahili: Swahili.pages
            }
        let flags = AbnormalFlag.allCases.map { "flag \($0.rawValue): \(report.flags[$0] ?? "")" }
        let statuses = ResultStatus.allCases.map { "status \($0.rawValue): \(report.statuses[$0] ?? "")" }
        return ([pages] + flags + statuses).joined(separator: "\n")
    }
}
