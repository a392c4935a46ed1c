import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// The lines of a laboratory's file, with what becomes of each.
struct FileImport {
    /// One line that is not empty.
    struct Line: Sendable {
        /// In the file, from 1.
        let number: Int
        /// In a spreadsheet, from 1.
        let row: Int
        let members: [String: String]
        let outcome: Outcome
    }

    enum Outcome: Sendable {
        case taken(ReportedResult)
        /// With everything that is wrong.
        case refused([LineFault])
    }

    let file: ImportedFile
    let columns: ColumnMap

    /// Lines of one transaction, as of a batch: urgent writes of others wait for them.
    private static let groupSize = 32

    /// Stores the lines that can be stored, or says what would become of them.
    func run(isRehearsal: Bool, _ page: PageCall) async throws -> [Line] {
        var reader = BatchLines(.table(columns.form, columns.choice))
        let read = reader.take(file.bytes) + reader.finish(isWhole: true)
        return try await page.shared.concurrency.batches.enter(page.call.holder) {
            var lines: [Line] = []
            for start in stride(from: 0, to: read.count, by: Self.groupSize) {
                let group = read[start..<min(start + Self.groupSize, read.count)]
                lines += try await outcomes(of: Array(group), isRehearsal, page)
            }
            return isRehearsal ? withRepeats(lines, page.reader) : lines
        }
    }

    private func outcomes(of group: [BatchLines.Line], _ isRehearsal: Bool, _ page: PageCall) async throws -> [Line] {
        let entries = group.compactMap { line -> BatchEntry? in
            guard case .row(let members, let form) = line.content else { return nil }
            return BatchEntry(members, written: form)
        }
        var outcomes: ArraySlice<Results.LineOutcome> = []
        if !entries.isEmpty {
            outcomes = try await page.tenancy.results.record(entries, isRehearsal: isRehearsal, by: page.caller)[...]
        }
        var lines: [Line] = []
        for line in group {
            guard case .row(let members, _) = line.content else {
                let text: PageText = line.content == .tooLong ? .importLong : .importBroken
                lines.append(self.line(line.number, [:], .refused([LineFault(member: nil, text: page.reader[text])])))
                continue
            }
            switch outcomes.removeFirst() {
            case .success(let reported): lines.append(self.line(line.number, members, .taken(reported)))
            case .failure(let refusal):
                let faults = LineFault.all(of: refusal, in: members, page.reader)
                guard let faults else { throw refusal }
                lines.append(self.line(line.number, members, .refused(faults)))
            }
        }
        return lines
    }

    private func line(_ number: Int, _ members: [String: String], _ outcome: Outcome) -> Line {
        Line(number: number, row: file.row(of: number), members: members, outcome: outcome)
    }

    /// A rehearsal keeps nothing, so it does not find all numbers that an earlier line has: the same line is stored once, and
    /// another one is refused.
    private func withRepeats(_ lines: [Line], _ reader: Reader) -> [Line] {
        var first: [String: Line] = [:]
        return lines.map { line in
            guard let reference = line.members["reference"]?.said else { return line }
            guard let before = first[reference] else {
                // A line that is not stored takes no number.
                if case .taken = line.outcome { first[reference] = line }
                return line
            }
            switch line.outcome {
            case .taken(let reported) where before.members == line.members:
                return self.line(line.number, line.members, .taken(.repeated(reported.result)))
            case .refused(let faults) where !faults.contains { $0.member == "reference" }: return line
            case .taken, .refused:
                return self.line(line.number, line.members, .refused([LineFault(twice: before.row, reader)]))
            }
        }
    }
}
