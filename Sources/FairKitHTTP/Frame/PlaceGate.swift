package import CoreMetrics
import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import Synchronization

/// Enforces a concurrency limit: hands out its slots, and counts the requests that found none.
package final class PlaceGate: Sendable {
    /// A slot, which is released when the object is freed.
    final class Place: Sendable {
        private let gate: PlaceGate
        private let holder: Places.Holder

        fileprivate init(in gate: PlaceGate, of holder: Places.Holder) {
            self.gate = gate
            self.holder = holder
        }

        deinit { gate.places.withLock { $0.giveBack(holder) } }
    }

    private let places: Mutex<Places>
    private let refused: Counter
    private let count = Atomic(0)

    /// - Parameter name: the name of the limit in metrics.
    package init(_ limits: Places.Limits, of name: String, metrics: any MetricsFactory = NOOPMetricsHandler.instance) {
        places = Mutex(Places(limits))
        refused = Counter(label: "fairkit_places_refused_total", dimensions: [("of", name)], factory: metrics)
        refused.increment(by: 0)
    }

    /// How many requests found no slot.
    var refusals: Int { count.load(ordering: .relaxed) }

    /// A slot for a caller.
    ///
    /// - Returns: nil if there is none.
    func place(for holder: Places.Holder) -> Place? {
        guard places.withLock({ $0.take(holder) }) else {
            refused.increment()
            count.add(1, ordering: .relaxed)
            return nil
        }
        return Place(in: self, of: holder)
    }

    /// Runs the body in a slot.
    ///
    /// - Throws: `Problem.busy` if there is none.
    func enter<T>(_ holder: Places.Holder, _ body: () async throws -> T) async throws -> T {
        guard let place = place(for: holder) else { throw Problem.busy }
        defer { withExtendedLifetime(place) {} }
        return try await body()
    }
}

/// The concurrency limits of the process, shared by all entrances.
package final class Gates: Sendable {
    /// Photos in memory, from their first byte until they are read.
    let photos: PlaceGate
    /// Archives, which are built in memory, too.
    let exports: PlaceGate
    /// Event streams and WebSockets.
    let streams: PlaceGate
    /// Waiting claims.
    let claims: PlaceGate
    /// Batches of results, from their first line to their last outcome.
    let batches: PlaceGate

    package init(metrics: any MetricsFactory = NOOPMetricsHandler.instance) {
        photos = PlaceGate(Places.Limits(inAll: 8, kept: 2, ofCaller: 4), of: "photos", metrics: metrics)
        exports = PlaceGate(Places.Limits(inAll: 4, kept: 1, ofCaller: 2), of: "exports", metrics: metrics)
        streams = PlaceGate(
            Places.Limits(inAll: .max, kept: 0, ofTenant: 1000, ofCaller: 50), of: "streams", metrics: metrics)
        claims = PlaceGate(
            Places.Limits(inAll: .max, kept: 0, ofTenant: 1000, ofCaller: 500), of: "claims", metrics: metrics)
        batches = PlaceGate(
            Places.Limits(inAll: 8, kept: 2, ofTenant: 4, ofCaller: 2), of: "batches", metrics: metrics)
    }
}

extension FairKitContext {
    /// The holder of the slots that this request takes.
    var holder: Places.Holder {
        get throws(Problem) { Places.Holder(try caller.subject.id, of: try tenant.id) }
    }
}

extension Problem {
    /// - Parameter what: the kind of request, with its limits.
    static func tooManyOpen(_ what: String) -> Problem {
        Problem(
            .tooManyRequests, .tooManyOpen,
            "Too many are open at once (\(what)). End some, or share one among your programs. Then send the request again after Retry-After."
        ).with(.retryAfter, "1")
    }
}
