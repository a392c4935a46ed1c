package import CoreMetrics
import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import Synchronization

/// Enforces a concurrency limit: hands out its slots, and counts the requests that found none.
package final class ConcurrencyLimit: Sendable {
    /// A slot, which is released when the object is freed.
    package final class Slot: Sendable {
        private let limit: ConcurrencyLimit
        private let holder: Slots.Holder

        fileprivate init(in limit: ConcurrencyLimit, of holder: Slots.Holder) {
            self.limit = limit
            self.holder = holder
        }

        deinit { limit.slots.withLock { $0.release(holder) } }
    }

    private let slots: Mutex<Slots>
    private let refused: Counter
    private let count = Atomic(0)

    /// - Parameter name: the name of the limit in metrics.
    package init(_ limits: Slots.Limits, of name: String, metrics: any MetricsFactory = NOOPMetricsHandler.instance) {
        slots = Mutex(Slots(limits))
        refused = Counter(label: "fairkit_slots_refused_total", dimensions: [("of", name)], factory: metrics)
        refused.increment(by: 0)
    }

    /// How many requests found no slot.
    var refusals: Int { count.load(ordering: .relaxed) }

    /// A slot for a caller.
    ///
    /// - Returns: nil if there is none.
    package func slot(for holder: Slots.Holder) -> Slot? {
        guard slots.withLock({ $0.take(holder) }) else {
            refused.increment()
            count.add(1, ordering: .relaxed)
            return nil
        }
        return Slot(in: self, of: holder)
    }

    /// Runs the body in a slot.
    ///
    /// - Throws: `Problem.busy` if there is none.
    package func enter<T>(_ holder: Slots.Holder, _ body: () async throws -> T) async throws -> T {
        guard let slot = slot(for: holder) else { throw Problem.busy }
        defer { withExtendedLifetime(slot) {} }
        return try await body()
    }
}

/// The concurrency limits of the process, shared by all entrances.
package final class ConcurrencyLimits: Sendable {
    /// Photos in memory, from their first byte until they are read.
    package let photos: ConcurrencyLimit
    /// Archives, which are built in memory, too.
    package let exports: ConcurrencyLimit
    /// Event streams and WebSockets.
    let streams: ConcurrencyLimit
    /// Waiting claims.
    package let claims: ConcurrencyLimit
    /// Batches of results, from their first line to their last outcome.
    package let batches: ConcurrencyLimit

    package init(metrics: any MetricsFactory = NOOPMetricsHandler.instance) {
        photos = ConcurrencyLimit(Slots.Limits(inAll: 8, kept: 2, ofCaller: 4), of: "photos", metrics: metrics)
        exports = ConcurrencyLimit(Slots.Limits(inAll: 4, kept: 1, ofCaller: 2), of: "exports", metrics: metrics)
        streams = ConcurrencyLimit(
            Slots.Limits(inAll: .max, kept: 0, ofTenant: 1000, ofCaller: 50), of: "streams", metrics: metrics)
        claims = ConcurrencyLimit(
            Slots.Limits(inAll: .max, kept: 0, ofTenant: 1000, ofCaller: 500), of: "claims", metrics: metrics)
        batches = ConcurrencyLimit(
            Slots.Limits(inAll: 8, kept: 2, ofTenant: 4, ofCaller: 2), of: "batches", metrics: metrics)
    }
}

extension Problem {
    /// - Parameter what: the kind of request, with its limits.
    package static func tooManyOpen(_ what: String) -> Problem {
        Problem(
            .tooManyRequests, .tooManyOpen,
            "Too many are open at once (\(what)). End some, or share one among your programs. Then send the request again after Retry-After."
        ).with(.retryAfter, "1")
    }
}
