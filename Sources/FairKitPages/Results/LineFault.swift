import FairKitAPI
import FairKitCore
import FairKitService

/// What is wrong with a line of a laboratory's file, in words for people.
struct LineFault: Sendable {
    /// nil: it concerns the whole line.
    let member: String?
    let text: String

    init(member: String?, text: String) { (self.member, self.text) = (member, text) }

    /// Its place among what a table can hold.
    private var rank: Int { member.flatMap { (ColumnMap.members + ColumnMap.ofSamples).firstIndex(of: $0) } ?? .max }

    /// The number stands in an earlier row, with something else.
    init(twice row: Int, _ reader: Reader) {
        self.init(member: "reference", text: reader[.importTwice, ["row": .number(row)]])
    }

    /// All faults of a line that was refused; nil: the line is not the reason.
    static func all(
        of refusal: Refusal<RecordResultFailure>, in members: [String: String], _ reader: Reader
    ) -> [LineFault]? {
        switch refusal {
        case .own(.kitCode): [kitCode(members, reader)]
        case .own(.rangeRequired): [LineFault(member: "low", text: reader[.importRange])]
        case .own(.referenceTaken): [LineFault(member: "reference", text: reader[.referenceTaken])]
        case .invalid(let invalid):
            // The first of a column says what to do; others follow from it.
            invalid.fields.map { field($0, members, reader) }.reduce(into: []) { faults, fault in
                if !faults.contains(where: { $0.member == fault.member }) { faults.append(fault) }
            }.sorted { $0.rank < $1.rank }
        // Critical lines of the same file are stored nevertheless.
        case .store(let fault) where fault.remedy == .room: [LineFault(member: nil, text: reader[.importNoRoom])]
        default: nil
        }
    }

    private static func field(_ field: FieldError, _ members: [String: String], _ reader: Reader) -> LineFault {
        let member = ResultRequest.member(at: field.pointer)
        switch member {
        case nil where field.pointer.hasPrefix("/range"): return LineFault(member: "low", text: reader[.rangeRefused])
        case nil: return LineFault(member: nil, text: reader[.levelOrGenotype])
        case "kitCode"? where members["kitCode"]?.said != nil: return kitCode(members, reader)
        case let name?: return LineFault(member: name, text: reader[text(field.detail, of: name)])
        }
    }

    private static func kitCode(_ members: [String: String], _ reader: Reader) -> LineFault {
        let typed = members["kitCode"]?.said ?? ""
        let advice = KitAdvice(reader: reader, typed: typed)
        do { _ = try KitCode(typed: typed) } catch {
            return LineFault(member: "kitCode", text: advice.wrong(about: .typed(error)).text)
        }
        return LineFault(member: "kitCode", text: reader[.typeKitCode])
    }

    /// What to do about a fault. Its own sentence is for programs, in English.
    private static func text(_ detail: String, of member: String) -> PageText {
        switch detail {
        case "is required": return .importEmptyCell
        case UTF8Text.otherEncoding: return .importEncoding
        case TableForm.twoDates.sentence: return .importTwoDates
        case TableForm.twoNumbers.sentence: return .importTwoNumbers
        default: break
        }
        let dates = [TableForm.noDate, TableForm.twoDigits, TableForm.monthAsWord, TableForm.twelveHours]
        switch member {
        case "testDate": return dates.contains { $0.sentence == detail } ? .importDate : .testDateRefused
        case "value", "low", "high", "crp": return .importNumber
        case "unit": return .importUnit
        case "comparator": return .importSign
        case "genotype": return .typeGenotype
        case "phenotype": return .typePhenotype
        case "kitCode": return .typeKitCode
        case "reference": return .typeReference
        case "status": return .importStatus
        case "method", "interpretation": return .typeShorter
        default: return .importSample
        }
    }
}
