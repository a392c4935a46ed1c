/// How far long work has come, in what it counts. `all` is 0 until it is known.
package struct WorkBody: Codable, Sendable {
    package let done: Int
    package let all: Int

    package init(done: Int, all: Int) {
        self.done = done
        self.all = all
    }

    /// What a request calls its work, so that another can ask for it.
    package static let header = "FairKit-Work"

    /// 0 to 1; nil: it is not known.
    package var fraction: Double? { all > 0 ? min(1, Double(done) / Double(all)) : nil }
}
