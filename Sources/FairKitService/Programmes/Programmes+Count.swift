package import FairKitCore
package import FairKitStore

extension Programmes {
    /// Counts the people of the days that have ended, in their order, each in a transaction of its own: a day's events are
    /// found by their times. It is done daily, and before figures are read.
    ///
    /// - Returns: how many blocks of people were counted.
    package func count() async throws(DatabaseError) -> Int {
        // What is counted stays counted: by the time that has surely passed.
        let yesterday = tenant.passed().date().adding(days: -1)
        var blocks = 0
        while !Task.isCancelled {
            let isDue = try await tenant.store.read { (tx) throws(DatabaseError) in
                try Programmes.dueDay(until: yesterday, in: tx) != nil
            }
            guard isDue else { break }
            blocks += try await tenant.store.write { (tx) throws(DatabaseError) in
                guard let day = try Programmes.dueDay(until: yesterday, in: tx) else { return 0 }
                return try Programmes.count(day, in: tx)
            }
        }
        return blocks
    }

    /// The next day to count; nil: none.
    private static func dueDay<Access>(
        until last: CalendarDate, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> CalendarDate? {
        let counted = try tx.countedThrough()
        let next: CalendarDate? = if let counted { counted.adding(days: 1) } else { try tx.firstDayOfPeople() }
        return next.flatMap { $0 <= last ? $0 : nil }
    }

    private static func count(_ day: CalendarDate, in tx: borrowing WriteTransaction) throws(DatabaseError) -> Int {
        try tx.seePeople(of: day)
        let quarter = CalendarQuarter(of: day)
        var number = try tx.nextFigure()
        let first = number
        for programme in try tx.programmesWithWaiting(in: quarter) {
            var ledger = try tx.figureLedger(of: programme)
            // Enrolled first: the others count those who are.
            for measure in FigureMeasure.allCases {
                let isLast = measure.isByQuarter && day == quarter.lastDay
                let waiting = try tx.waiting(measure, of: programme, in: quarter, isLast: isLast)
                guard let block = ledger.publish(waiting, as: number) else { continue }
                try tx.keep(block, of: programme, on: day)
                number += 1
                guard measure == .completed else { continue }
                let classes = try tx.waiting(
                    measure, ofClasses: true, of: programme, in: quarter, isLast: isLast)
                for block in ledger.publishClasses(classes, from: number) {
                    try tx.keep(block, of: programme, on: day)
                    number += 1
                }
            }
        }
        try tx.endFigureDay(day)
        return number - first
    }
}
