import FairKitCore
import FairKitFrame
import HTTPTypes
import NIOCore

/// A file of results as an example, with the names of columns in the reader's language. The page for files reads them without
/// being told which is which.
enum ImportExample {
    private static let lines = [
        ["26-0147", "FU-KIT-2025110701-X", "2026-11-20", "132", "mg/dL", ""],
        ["26-0148", "FU-KIT-2025111099-J", "2026-11-20", "<20", "mg/dL", "ZZ"],
    ]

    static func file(_ page: PageCall) -> Response {
        var file = CSVFile(heads(page.reader), separatedBy: page.reader.language == .spanish ? ";" : ",")
        for line in lines { file.add(line.map { .text($0) }) }
        return page.csv(file, as: "fairkit-example")
    }

    static func html(_ reader: Reader) -> HTML {
        let rows = lines.map { line -> HTML in
            let cells = line.map { text -> HTML in
                let kind: HTML? = text.hasPrefix("FU") ? " class=\"code nowrap\"" : nil
                return "<td\(kind)>\(text)</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <section class="card"><h2>\(reader[.importExample])</h2><p class="hint">\(reader[.importExampleWhy])</p>
            \(reader.scrolled(reader[.importExample], nil, heads(reader), rows))
            <p><a class="button quiet" href="\(to: reader["/results/import/example.csv"])">\(reader[.importExampleFile])</a></p></section>
            """
    }

    private static func heads(_ reader: Reader) -> [String] {
        [.labNumber, .kitCode, .testDay, .levelWord, .unit, .genotypeWord].map { (text: PageText) in reader[text] }
    }
}
