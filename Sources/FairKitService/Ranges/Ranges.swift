package import FairKitCore
import FairKitStore

/// The reference ranges of a tenant. A range is never changed: a new one replaces it. See decision 0106.
package struct Ranges: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var ranges: Ranges { Ranges(tenant: self) }
}

/// A range, with the name of its laboratory.
package struct RangeView: Sendable {
    package let range: ReferenceRange
    package let laboratory: String?
}

extension Ranges {
    /// A page of all ranges, the one that was added last first. A laboratory gets those for every laboratory, and its own.
    package func list(
        before number: Int?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<RangeView, Int> {
        try await tenant.read(.readRanges, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<RangeView, Int>, Never> in
            let page = try tx.referenceRanges(before: number, for: grant.subject.role.laboratory, limit: limit)
            let views = try page.items.map { (range) throws(DatabaseError) in try Ranges.view(of: range, in: tx) }
            return .success(Page(items: views, next: page.next))
        }
    }

    package func show(_ number: Int, by caller: Caller) async throws(Refusal<Never>) -> RangeView {
        try await tenant.read(.readRanges, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RangeView, Never> in
            guard let range = try tx.referenceRange(number), range.holds(for: grant.subject.role.laboratory) else {
                return .failure(.notFound)
            }
            return .success(try Ranges.view(of: range, in: tx))
        }
    }

    /// Adds a range, by which results are interpreted that arrive from now on.
    ///
    /// - Parameters:
    ///   - range: without a number.
    ///   - laboratory: its laboratory's name; nil: the range is for every laboratory.
    package func add(
        _ range: ReferenceRange, laboratory: String?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> RangeView {
        try await tenant.write(.manageRanges, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RangeView, Never> in
            var faults = faults
            let wanted = try Ranges.checked(range, laboratory, &faults, at: grant.now, in: tx)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            let number = try tx.insertReferenceRange(wanted)
            guard let added = try tx.referenceRange(number) else { return .failure(.notFound) }
            try Grant.logAlerting(
                .rangeAdded, "\(number)", "reference range \(number)", from: nil,
                to: "\(added.line), \(laboratory ?? "every laboratory")", &grant, in: tx)
            return .success(try Ranges.view(of: added, in: tx))
        }
    }

    /// Ends a range. Results that were interpreted by it keep it.
    ///
    /// - Parameter day: the first on which it no longer holds; nil: it could not be parsed, as `faults` say.
    package func end(
        _ number: Int, on day: CalendarDate?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> RangeView {
        try await tenant.write(.manageRanges, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RangeView, Never> in
            guard let range = try tx.referenceRange(number) else { return .failure(.notFound) }
            var faults = faults
            if let day {
                faults.require(range.validFrom < day, "/on", "must be after \(range.validFrom), when the range begins")
                faults.require(
                    range.validTo == nil || range.validTo == day, "/on",
                    "the range has ended on \(range.validTo ?? day) already; add another range instead")
            }
            guard faults.isEmpty, let day else { return .failure(.invalid(Invalid(faults.fields))) }
            let isEnded = try tx.endRange(number, on: day, at: grant.now)
            guard let ended = try tx.referenceRange(number) else { return .failure(.notFound) }
            if isEnded {
                try Grant.logAlerting(
                    .rangeEnded, "\(number)", "reference range \(number)", from: range.line, to: ended.line, &grant,
                    in: tx)
            }
            return .success(try Ranges.view(of: ended, in: tx))
        }
    }

    /// The range of its laboratory, with every fault recorded.
    static func checked<Access>(
        _ range: ReferenceRange, _ laboratory: String?, _ faults: inout Faults, at now: Timestamp,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> ReferenceRange {
        range.check(&faults)
        let found = try laboratory.flatMap { (name) throws(DatabaseError) in try tx.laboratory(named: name) }
        faults.require(
            laboratory == nil || found != nil, "/laboratory",
            "there is no laboratory with this name; its first key adds it")
        return range.of(found?.id, addedAt: now)
    }

    fileprivate static func view<Access>(of range: ReferenceRange, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> RangeView
    {
        guard let id = range.laboratoryID else { return RangeView(range: range, laboratory: nil) }
        return RangeView(range: range, laboratory: try tx.laboratory(id)?.name)
    }
}

extension ReferenceRange {
    /// Whether a laboratory's results may be interpreted by it.
    ///
    /// - Parameter laboratory: nil: it is not asked for one.
    fileprivate func holds(for laboratory: LaboratoryID?) -> Bool {
        laboratory == nil || laboratoryID == nil || laboratoryID == laboratory
    }
}
