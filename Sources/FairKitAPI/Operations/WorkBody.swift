/// The progress of a long task, in units of its own. `all` is 0 until it is known.
package struct WorkBody: Decodable, JSONBody, Sendable {
    package let done: Int
    package let all: Int

    package init(done: Int, all: Int) {
        self.done = done
        self.all = all
    }

    /// The name that a request gives its task, so that other requests can ask for its progress.
    package static let header = "FairKit-Work"

    /// From 0 to 1; nil: unknown.
    package var fraction: Double? { all > 0 ? min(1, Double(done) / Double(all)) : nil }
}
