package import FairKitCore

/// One line of a timeline on the wire: when, what kind, about what, and a few facts by kind.
package struct TimelineBody: Decodable, JSONBody, Sendable {
    package let at: String
    /// `kit.shipped`, `result.corrected`, `alert.acknowledged`, `notice.result-ready`, `access.result.read` …
    package let kind: String
    /// The kit, the result, the alert, or what the notice is about; absent for an access to several records.
    package let id: String?
    package var kitCode: String?
    package var version: Int?
    package var status: String?
    package var level: LevelBody?
    package var flag: String?
    package var band: Int?
    /// The role of the caller who looked and, for the person, the name.
    package var role: String?
    package var name: String?
    package var breakGlass: Bool?

    package init(at: Timestamp, kind: String, id: String?) {
        self.at = "\(at)"
        self.kind = kind
        self.id = id
    }

    package init(_ entry: TimelineEntry) {
        switch entry.event {
        case .kit(let id, let code, let status):
            self.init(at: entry.at, kind: "kit.\(status.rawValue)", id: "\(id)")
            self.kitCode = "\(code)"
        case .result(let id, let step, let version, let status, let level, let flag):
            self.init(at: entry.at, kind: "result.\(step.rawValue)", id: "\(id)")
            self.version = version
            self.status = status.rawValue
            self.level = level.map { LevelBody($0) }
            self.flag = flag?.rawValue
        case .released(let id):
            self.init(at: entry.at, kind: "result.released", id: "\(id)")
        case .alert(let id, let event, let band):
            self.init(at: entry.at, kind: "alert.\(event.rawValue)", id: "\(id)")
            self.band = band.rawValue
        case .notified(let notice, let id):
            self.init(at: entry.at, kind: "notice.\(notice.rawValue)", id: "\(id)")
        }
    }
}
