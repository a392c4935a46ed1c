package import FairKitCore
import FairKitStore

/// How long a laboratory takes from the arrival of a sample to its result.
package struct Turnaround: Sendable {
    /// Of the newest results, by the day of their test; nil: of none the arrival was reported first.
    package let median: Duration?
    /// How many results it is of.
    package let results: Int
    /// The samples without a result that have waited longest, the oldest first. A held result is one.
    package let waiting: [Waiting]

    package struct Waiting: Sendable {
        package let id: KitID
        package let code: KitCode
        package let arrivedAt: Timestamp
    }

    /// How many results are looked at.
    package static let most = 100
}

extension Kits {
    /// The turnaround of the caller's laboratory; nil: the caller is none.
    package func turnaround(by caller: Caller) async throws(Refusal<Never>) -> Turnaround? {
        try await tenant.read(.readKits, as: caller, isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<Turnaround?, Never> in
            guard let laboratory = grant.subject.role.laboratory else { return .success(nil) }
            var people: [ProfileID?] = []
            let turnaround = try Kits.turnaround(of: laboratory, for: grant, &people, in: tx)
            try grant.logList(.kitListed, about: people, in: tx)
            return .success(turnaround)
        }
    }

    /// - Parameter people: gets the patients whose kits are shown.
    static func turnaround<Access>(
        of laboratory: LaboratoryID, for grant: Grant, _ people: inout [ProfileID?], in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Turnaround {
        let newest = try tx.results(ResultFilter(), in: .laboratory(laboratory), after: nil, limit: Turnaround.most)
        var times: [Duration] = []
        for result in newest.items where !result.current.status.isWithdrawn {
            guard let kit = result.kitID, let arrived = try tx.events(of: kit).last(where: { $0.status == .received }),
                !arrived.implied,
                let first = result.current.number == 1
                    ? result : try tx.result(result.id, version: 1, in: .laboratory(laboratory)),
                arrived.at <= first.current.recordedAt
            else { continue }
            times.append(arrived.at.distance(to: first.current.recordedAt))
        }
        times.sort()
        let scope = grant.subject.kitScope(at: grant.now)
        var waiting: [Turnaround.Waiting] = []
        for (id, time) in try tx.kitsInHand(in: scope, limit: Turnaround.most) {
            guard waiting.count < Dashboard.shown else { break }
            // One whose result is held has its result.
            guard let kit = try tx.kit(id, in: scope),
                try tx.obstacle(of: kit.code, isResulted: false, from: laboratory) != .held
            else { continue }
            people.append(kit.profileID)
            waiting.append(Turnaround.Waiting(id: id, code: kit.code, arrivedAt: time))
        }
        return Turnaround(
            median: times.isEmpty ? nil : times[times.count / 2], results: times.count, waiting: waiting)
    }
}
