import FairKitCore
import FairKitService

/// The versions of a corrected result, the newest first. The reason of a correction stands beside both.
enum ResultVersions {
    /// nil: there is one version.
    static func html(_ result: ResultView, _ reader: Reader) -> HTML? {
        let versions = result.versions ?? []
        guard versions.count > 1 else { return nil }
        let words = reader.language.report
        let rows = versions.indices.reversed().map { index -> HTML in
            let version = versions[index]
            let replaced = index + 1 < versions.count ? versions[index + 1].reason : nil
            let level = version.status.isWithdrawn ? nil : version.findings.level
            return """
                <li><div><span class="name"><b>\(words.version) \(version.number)</b>\
                <span>\(reader.moment(version.recordedAt)), \(words.statuses[version.status])</span>\
                \(version.reason.map { "<span>\(words.reason): \($0)</span>" as HTML })\
                \(replaced.map { "<span>\(reader[.replacedBecause]) \($0)</span>" as HTML })</span>\
                \(level.map { "<span class=\"num\">\(reader.language.text(of: $0))</span>" as HTML })\
                \(level == nil ? nil : version.interpretation.flag.map { reader.flag($0) })</div></li>
                """
        }
        return "<section class=\"card\"><h2>\(words.versions)</h2><ul class=\"list\">\(rows)</ul></section>"
    }
}
