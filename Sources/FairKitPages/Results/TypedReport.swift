import FairKitCore
import FairKitService

/// A laboratory's report as it is typed, and what of it is wrong.
struct TypedReport {
    private static let names = [
        "kitCode", "reference", "testDate", "value", "unit", "genotype", "phenotype", "method", "low", "high", "status",
        "interpretation",
    ]

    private var typed: [String: String] = [:]
    private(set) var wrong: [Wrong] = []
    let reader: Reader

    /// Nothing is typed yet.
    init(_ reader: Reader) { self.reader = reader }

    init(_ form: Form, _ reader: Reader) {
        self.reader = reader
        for name in Self.names { typed[name] = form.text(name) }
        typed["interpretation"] = typed["interpretation"]?.replacing("\r\n", with: "\n")
    }

    /// What a result says now, to be corrected.
    init(_ result: ResultView, _ reader: Reader) {
        self.init(reader)
        let findings = result.current.findings
        typed = [
            "kitCode": "\(result.kitCode)", "reference": result.reference, "testDate": "\(findings.testDate)",
            "value": findings.level.map { "\($0.comparator?.rawValue ?? "")\($0.value)" },
            "unit": findings.level?.unit.rawValue, "genotype": findings.genotype.map { "\($0)" },
            "phenotype": findings.phenotype.map { "\($0)" }, "method": findings.method,
            "low": findings.reportedRange.map { "\($0.low)" }, "high": findings.reportedRange.map { "\($0.high)" },
            "interpretation": findings.interpretation,
        ].compactMapValues(\.self)
    }

    /// The same of a result whose code and number stay.
    func about(_ result: ResultView) -> TypedReport {
        var report = self
        (report.typed["kitCode"], report.typed["reference"]) = ("\(result.kitCode)", result.reference)
        return report
    }

    subscript(name: String) -> String {
        get { typed[name] ?? "" }
        set { typed[name] = newValue }
    }

    /// The typed values as fields that are not shown, for the page that asks once more.
    var hidden: [HTML] {
        Self.names.compactMap { name in
            typed[name].map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" as HTML }
        }
    }

    /// The report; nil: something of it can't be read, and `wrong` says what.
    ///
    /// - Parameter question: what to say if no status is chosen.
    mutating func report(asking question: PageText = .chooseStatus) -> ResultReport? {
        let (level, range, date) = (level(), range(), date())
        let (genotype, phenotype) = (
            typed["genotype"].flatMap { Genotype($0) }, typed["phenotype"].flatMap { Phenotype($0) }
        )
        if typed["genotype"] != nil, genotype == nil { refuse("genotype", .typeGenotype) }
        if typed["phenotype"] != nil, phenotype == nil { refuse("phenotype", .typePhenotype) }
        if typed["reference"] == nil { refuse("reference", .typeReference) }
        if typed["kitCode"] == nil { refuse("kitCode", .typeKitCode) }
        let status = typed["status"].flatMap { ResultStatus(rawValue: $0) }
        if status == nil { refuse("final", question) }
        guard wrong.isEmpty, let date, let status else { return nil }
        let findings = Findings(
            testDate: date, level: level, genotype: genotype, phenotype: phenotype, method: typed["method"],
            reportedRange: range, interpretation: typed["interpretation"])
        // A person at a form corrects it. A machine's critical result is taken whatever else is wrong.
        var faults = Faults()
        findings.check(&faults)
        for field in faults.fields { refuse(field) }
        guard wrong.isEmpty else { return nil }
        return ResultReport(reference: self["reference"], kitCode: self["kitCode"], status: status, findings: findings)
    }

    /// Says what the server refused, at the fields that it concerns.
    ///
    /// - Returns: whether the reader can do something about it.
    mutating func refuse(_ refusal: Refusal<RecordResultFailure>) -> Bool {
        switch refusal {
        case .own(.kitCode(let malformed)):
            wrong.append(
                Wrong(
                    field: "kitCode",
                    text: KitAdvice(reader: reader, typed: typed["kitCode"]).wrong(about: .typed(malformed)).text))
        case .own(.rangeRequired): refuse("low", .rangeNeeded)
        case .own(.referenceTaken): refuse("reference", .referenceTaken)
        case .invalid(let invalid): for field in invalid.fields { refuse(field) }
        default: return false
        }
        return true
    }

    mutating func refuse(_ field: FieldError) {
        let name = field.pointer.split(separator: "/").first.map { String($0) } ?? ""
        switch name {
        case "testDate": refuse("testDate", .testDateRefused)
        case "reference": refuse("reference", .typeReference)
        case "range": refuse("low", .rangeRefused)
        case "kitCode": refuse("kitCode", .typeKitCode)
        case "method", "interpretation": refuse(name, .typeShorter)
        default: refuse("value", .levelOrGenotype)
        }
    }

    mutating func refuse(_ field: String, _ text: PageText) {
        wrong.append(Wrong(field: field, text: reader[text]))
    }

    private mutating func date() -> CalendarDate? {
        let date = typed["testDate"].flatMap { CalendarDate($0) }
        if date == nil { refuse("testDate", .typeTestDate) }
        return date
    }

    /// A level as laboratories write it: `820`, `1,35`, `<20`, `≥ 820`.
    private mutating func level() -> Level? {
        guard let text = typed["value"] else {
            if typed["unit"] != nil { refuse("value", .typeNumber) }
            return nil
        }
        let (signs, digits) = Comparator.split(text)
        let (comparator, number) = (Comparator(written: signs), TypedNumber.read(digits))
        let unit = typed["unit"].flatMap { AATUnit(rawValue: $0) }
        let isNegative = digits.first.map { "-−–".contains($0) } == true
        if isNegative, TypedNumber.read(String(digits.dropFirst())) != nil {
            refuse("value", .belowZero)
        } else if number == nil || comparator == nil && !signs.isEmpty {
            refuse("value", .typeNumber)
        }
        if unit == nil { refuse("unit", .chooseUnit) }
        return number.flatMap { number in unit.map { Level(value: number, unit: $0, comparator: comparator) } }
    }

    private mutating func range() -> ReportedRange? {
        let ends = ["low", "high"].map { name in typed[name].map { TypedNumber.read($0) } }
        guard ends.contains(where: { $0 != nil }) else { return nil }
        for (name, end) in zip(["low", "high"], ends) where (end ?? nil) == nil { refuse(name, .typeNumber) }
        guard let low = ends[0] ?? nil, let high = ends[1] ?? nil else { return nil }
        return ReportedRange(low: low, high: high)
    }
}
