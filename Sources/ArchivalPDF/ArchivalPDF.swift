/// A PDF as cairo writes it, made archival: PDF/A-2b (ISO 19005-2), for decades of reading without this program.
///
/// Cairo embeds fonts and tags text. What it leaves out is appended as an incremental update (ISO 32000-1, 7.5.6): the
/// metadata in XMP (14.3.2), the output intent with its colour profile (14.11.5), the language (14.9.2), the maps of its
/// fonts' glyphs (9.7.4.2), and the file's identifier (14.4). The bytes before it stay as they are.
package struct ArchivalPDF: Hashable, Sendable {
    /// The facts that the file states about itself.
    package struct Facts: Hashable, Sendable {
        package let title: String
        /// BCP 47: `en`.
        package let language: String
        /// Seconds since 1970.
        package let createdAt: Int64
        /// The program that made it.
        package let producer: String

        package init(title: String, language: String, createdAt: Int64, producer: String) {
            self.title = title
            self.language = language
            self.createdAt = createdAt
            self.producer = producer
        }
    }

    /// Bytes that are not a PDF as cairo 1.16 writes it; `offset` is where reading ended.
    package struct Malformed: Error, Hashable, Sendable {
        package let offset: Int
    }

    package let bytes: [UInt8]

    package init(updating pdf: [UInt8], _ facts: Facts) throws(Malformed) {
        let before = try CrossReferences(of: pdf)
        let root = try before.object(before.root, in: pdf)
        var update = PDFUpdate(of: pdf, count: before.count, before: before.offset)
        let profile = update.add(
            stream: ColourProfile.sRGB, with: "/N 3")
        let intent = update.add(
            "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB IEC61966-2.1)"
                + " /DestOutputProfile \(profile) 0 R >>")
        let metadata = update.add(stream: Array(facts.packet.utf8), with: "/Type /Metadata /Subtype /XML")
        let info = update.add(
            "<< /Title \(facts.title.pdfText) /Producer \(facts.producer.pdfText)"
                + " /CreationDate (\(facts.pdfDate)) /ModDate (\(facts.pdfDate)) >>")
        var entries =
            "   /Metadata \(metadata) 0 R\n   /OutputIntents [ \(intent) 0 R ]\n   /Lang \(facts.language.pdfText)\n"
            + "   /ViewerPreferences << /DisplayDocTitle true >>\n"
        if !root.contains("/MarkInfo") { entries += "   /MarkInfo << /Marked true >>\n" }
        update.replace(before.root, by: root + entries + ">>")
        // ISO 19005-2, 6.2.11.3.2, asks for the map from characters to glyphs, which cairo leaves to the default.
        for number in before.objects(beginningWith: "/Subtype /CIDFontType2", in: pdf) {
            let font = try before.object(number, in: pdf)
            guard !font.contains("/CIDToGIDMap") else { continue }
            update.replace(number, by: font + "   /CIDToGIDMap /Identity\n>>")
        }
        bytes = update.finished(root: before.root, info: info)
    }
}

extension ArchivalPDF.Facts {
    private var date: PDFDate { PDFDate(seconds: createdAt) }

    fileprivate var pdfDate: String { date.pdf }

    /// The XMP packet (ISO 16684-1), which says the same as the information dictionary (ISO 19005-2, 6.6.3).
    fileprivate var packet: String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
            xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title.xmlText)</rdf:li></rdf:Alt></dc:title>
        <xmp:CreateDate>\(date.xmp)</xmp:CreateDate>
        <xmp:ModifyDate>\(date.xmp)</xmp:ModifyDate>
        <pdf:Producer>\(producer.xmlText)</pdf:Producer>
        <pdfaid:part>2</pdfaid:part>
        <pdfaid:conformance>B</pdfaid:conformance>
        </rdf:Description>
        </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="r"?>
        """
    }
}
