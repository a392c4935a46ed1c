import FairKitCore
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
            blocks += try await tenant.store.write { [now = tenant.now] (tx) throws(DatabaseError) in
                guard let day = try Programmes.dueDay(until: yesterday, in: tx) else { return 0 }
                return try Programmes.count(day, at: now(), in: tx)
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

    private static func count(
        _ day: CalendarDate, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Int {
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
                try notifyOfTarget(of: programme, in: quarter, at: now, in: tx)
            }
        }
        try tx.endFigureDay(day)
        return number - first
    }

    /// Tells coordinators that their programme has met its target, once, by what is published.
    private static func notifyOfTarget(
        of id: ProgrammeID, in quarter: CalendarQuarter, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let target = try tx.openTarget(of: id, in: quarter), let programme = try tx.programme(id) else { return }
        let counted = try tx.figures(of: id, from: quarter.firstDay, through: quarter.lastDay)
        guard counted[FigureLedger.Series(.completed), default: 0] >= target else { return }
        try tx.meetTarget(of: id, in: quarter, at: now)
        var facts = NoticeFacts()
        facts.topic = programme.name
        for coordinator in try tx.coordinators(of: id) {
            try Notices.notify(Notice(to: .account(coordinator.account), .targetMet, facts, at: now), in: tx)
        }
    }
}
