/// Texts, tables and charts in reading order, without sizes and places. The server makes it, and a confined worker draws
/// it. See decision 0005.
package struct PrintedDocument: Codable, Equatable, Sendable {
    /// A text with its label.
    package struct Fact: Codable, Equatable, Sendable {
        package let label: String
        package let value: String

        package init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    package struct Table: Codable, Equatable, Sendable {
        /// Each column's share of the width, in any unit; as many as titles.
        package let widths: [Double]
        package let titles: [String]
        package let rows: [[String]]

        package init(widths: [Double], titles: [String], rows: [[String]]) {
            self.widths = widths
            self.titles = titles
            self.rows = rows
        }
    }

    package enum Block: Codable, Equatable, Sendable {
        /// The title of a part.
        case heading(String)
        case paragraph(String)
        /// A sentence that must not be overlooked, with a bar beside it.
        case notice(String)
        case facts([Fact])
        case table(Table)
        case chart(TrendChart)
    }

    /// BCP 47: `en`.
    package let language: String
    package let title: String
    /// Above the title: who issues it.
    package let issuer: String
    package let blocks: [Block]
    /// Stands on each page, after which `3 / 7`.
    package let footer: String
    /// Seconds since 1970.
    package let createdAt: Int64
    /// The program that makes the file.
    package let producer: String

    package init(
        language: String, title: String, issuer: String, blocks: [Block], footer: String, createdAt: Int64,
        producer: String
    ) {
        self.language = language
        self.title = title
        self.issuer = issuer
        self.blocks = blocks
        self.footer = footer
        self.createdAt = createdAt
        self.producer = producer
    }
}
