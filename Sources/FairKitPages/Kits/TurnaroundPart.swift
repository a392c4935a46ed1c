import FairKitCore
import FairKitService

/// How long a laboratory takes from the arrival of a sample to its result, and the samples that have waited longest.
struct TurnaroundPart {
    let turnaround: Turnaround

    func html(at now: Timestamp, _ reader: Reader) -> HTML? {
        guard turnaround.results > 1 || !turnaround.waiting.isEmpty else { return nil }
        let rows = turnaround.waiting.map { sample -> HTML in
            let days = reader.day(at: now).daysSince1970 - reader.day(at: sample.arrivedAt).daysSince1970
            return reader.row(
                "/kits/\(sample.id)", "\(sample.code.description)",
                ["\(reader[.kitsArrived]): \(reader.day(reader.day(at: sample.arrivedAt)))"],
                "<span>\(reader[.unmatchedDays, ["count": .number(days)]])</span>", isCode: true)
        }
        let waiting: HTML = "<p class=\"soft\">\(reader[.turnaroundWaiting])</p><ul class=\"list\">\(rows)</ul>"
        return """
            <section class="card"><h2>\(reader[.turnaroundTitle])</h2>
            \(turnaround.results < 2 ? nil : turnaround.median.map { "<p>\(sentence($0, reader))</p>" as HTML })
            \(rows.isEmpty ? nil : waiting)</section>
            """
    }

    private func sentence(_ median: Duration, _ reader: Reader) -> String {
        let hours = Int((median.components.seconds + 1800) / 3600)
        let time =
            hours < 48
            ? reader[.turnaroundHours, ["count": .number(hours)]]
            : reader[.turnaroundDays, ["count": .number((hours + 12) / 24)]]
        return reader[.turnaroundMedian, ["time": .text(time), "count": .number(turnaround.results)]]
    }
}
