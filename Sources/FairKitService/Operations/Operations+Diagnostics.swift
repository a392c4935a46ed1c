package import FairKitCore
import FairKitStore

/// What apps reported on a day.
package struct DiagnosticDay: Sendable {
    package let day: CalendarDate
    package let diagnostic: Diagnostic
}

extension Operations {
    /// Takes the faults that an app reports. Who sent it is not stored.
    package func report(_ one: Diagnostic, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.sendDiagnostics, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            try tx.add(one, on: grant.now.date())
            return .success(())
        }
    }

    /// What apps reported in the last 30 days.
    package func diagnostics(by caller: Caller) async throws(Refusal<Never>) -> [DiagnosticDay] {
        try await tenant.read(.readMetrics, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[DiagnosticDay], Never> in
            let found = try tx.diagnostics(from: grant.now.date().adding(days: 1 - Diagnostic.days))
            return .success(found.map { DiagnosticDay(day: $0.0, diagnostic: $0.1) })
        }
    }
}
