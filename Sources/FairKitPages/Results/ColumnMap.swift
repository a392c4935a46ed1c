import FairKitAPI
import FairKitCore

/// Which columns of a laboratory's table hold what, and how it writes days and numbers: guessed by the names of the columns,
/// or as a person chose.
struct ColumnMap {
    private(set) var sources: [String: ColumnChoice.Source] = [:]
    private(set) var form = TableForm()

    /// What a table can hold, in the order of the page; those of the sample stand apart.
    static let members = ResultRequest.members + ResultRequest.inWords
    static let ofSamples = ResultRequest.ofSamples

    var choice: ColumnChoice { ColumnChoice(complete: sources) }

    /// What no column holds, though each result needs it.
    var missing: [String] {
        var missing = ResultRequest.required.filter { sources[$0] == nil }
        let hasType = sources["genotype"] != nil || sources["phenotype"] != nil
        if sources["value"] == nil, !hasType { missing.append("value") }
        if sources["value"] != nil, sources["unit"] == nil { missing.append("unit") }
        return missing
    }

    /// The columns that hold nothing that is read.
    func unused(of header: [String]) -> [String] {
        header.indices.filter { !header[$0].isEmpty && !sources.values.contains(.place($0)) }.map { header[$0] }
    }

    /// As a form says it.
    init(_ fields: Form, of file: ImportedFile) {
        for member in Self.members + Self.ofSamples {
            let text = fields["c-\(member)"]
            switch text.first {
            case "#":
                guard let place = Int(text.dropFirst()), (1...file.header.count).contains(place) else { continue }
                sources[member] = .place(place - 1)
            case "=":
                if Self.fixed(member).contains(String(text.dropFirst())) {
                    sources[member] = .fixed(String(text.dropFirst()))
                }
            default: break
            }
        }
        form = TableForm(
            dates: TableForm.DateOrder(rawValue: fields["dates"]),
            decimals: TableForm.DecimalMark(rawValue: fields["decimals"]))
    }

    /// A unit is not guessed, unless the name of the level's column says it.
    init(guessing header: [String]) {
        for (place, name) in header.enumerated() {
            let words = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let all = Self.members + Self.ofSamples
            guard
                let member = all.first(where: { $0 == name })
                    ?? Self.names.first(where: { $0.value.contains(words) })?.key
            else { continue }
            if sources[member] == nil { sources[member] = .place(place) }
        }
        guard sources["value"] == nil || sources["unit"] == nil else { return }
        for (place, name) in header.enumerated() where sources["value"] ?? .place(place) == .place(place) {
            guard let unit = Self.unit(in: name) else { continue }
            sources["value"] = .place(place)
            if sources["unit"] == nil { sources["unit"] = .fixed(unit.rawValue) }
            return
        }
    }

    /// The texts that all lines may have, without a column.
    static func fixed(_ member: String) -> [String] {
        switch member {
        case "unit": AATUnit.allCases.map(\.rawValue)
        case "crpUnit": CRP.Unit.allCases.map(\.rawValue)
        case "status": [ResultStatus.final, .preliminary].map(\.rawValue)
        default: []
        }
    }

    /// The choice of a member in the form.
    func text(of member: String) -> String {
        switch sources[member] {
        case .place(let place): "#\(place + 1)"
        case .fixed(let text): "=\(text)"
        case .name, nil: ""
        }
    }

    /// All of it in one line: what was checked is what is sent.
    var text: String {
        let choices = sources.keys.sorted().map { "\($0):\(text(of: $0))" }
        return (choices + [form.dates?.rawValue ?? "", form.decimals?.rawValue ?? ""]).joined(separator: ";")
    }

    /// The unit in the name of a column such as `AAT (mg/dL)`.
    private static func unit(in name: String) -> AATUnit? {
        name.split(whereSeparator: { " ()[],;".contains($0) }).lazy.compactMap { AATUnit(written: String($0)) }.first
    }

    /// The names of columns in sheets of laboratories, in small letters and digits; other letters left out.
    private static let names: [String: Set<String>] = [
        "reference": [
            "reference", "ref", "sample", "sampleno", "samplenumber", "sampleid", "labno", "labnumber",
            "laboratorysnumber",
            "accession", "accessionnumber", "muestra", "nmerodemuestra", "nmerodellaboratorio", "nambayamaabara",
            "sampuli",
        ],
        "kitCode": [
            "kitcode", "kit", "kitno", "kitnumber", "barcode", "cdigodelkit", "cdigo", "msimbowakifaa", "kifaa",
        ],
        "testDate": [
            "testdate", "date", "dateoftest", "dateofthetest", "tested", "testedon", "resultdate", "analysisdate",
            "fecha",
            "fechadelaprueba", "tarehe", "tareheyakipimo", "sikuyakipimo",
        ],
        "value": [
            "value", "level", "result", "aat", "aatlevel", "concentration", "valor", "nivel", "resultado", "kiwango",
            "thamani", "majibu",
        ],
        "unit": ["unit", "units", "unidad", "unidades", "kipimo"],
        "comparator": ["comparator", "sign", "comparador", "signo", "alama"],
        "genotype": ["genotype", "geno", "genotipo", "jenotipu"],
        "phenotype": ["phenotype", "pheno", "fenotipo", "fenotipu"],
        "method": ["method", "assay", "mtodo", "mbinu"],
        "low": ["low", "rangefrom", "lowerlimit", "rangelow", "mnimo", "rangodesde"],
        "high": ["high", "rangeto", "upperlimit", "rangehigh", "mximo", "rangohasta"],
        "status": ["status", "estado", "hali"],
    ]
}
