package import FairKitCore

/// Something wrong with a page of the file, or with a frame of the write-ahead log beside it. Numbers begin with 1.
package struct PageFinding: Hashable, Sendable, CustomStringConvertible {
    package let kind: Kind
    /// The database that it is about, as an operator finds it in the data directory.
    package let file: String
    /// The page of the file, if it is known.
    package let page: Int?
    /// The frame of the log, if it is about one.
    package let frame: Int?

    /// When the last commit was answered that is missing now, if it is about that.
    package let lastCommit: Timestamp?

    /// The texts are stable: scripts may compare them.
    package enum Kind: String, Sendable, CaseIterable {
        /// The page's HMAC does not hold.
        case page = "page-damaged"
        /// The file ends before the page.
        case missingPage = "page-missing"
        /// The log's header does not hold, so SQLite would take it for empty.
        case logHeader = "log-header-damaged"
        /// A frame does not hold, and what was committed after it would be lost without a word.
        case frame = "log-frame-damaged"
        /// The log ends before a commit that was answered, or is gone: it was cut off, emptied or deleted.
        case missingCommits = "log-cut-off"
        /// The last group has its commit record but does not hold: it was torn by a power loss, and then nobody was answered,
        /// or it was damaged.
        case lastGroup = "log-last-group-broken"
    }

    package init(
        _ kind: Kind, page: Int? = nil, frame: Int? = nil, of file: String = "health.db", lastCommit: Timestamp? = nil
    ) {
        self.lastCommit = lastCommit
        self.kind = kind
        self.file = file
        self.page = page
        self.frame = frame
    }

    /// Whether answered commits are gone or will be; otherwise a power loss explains it as well.
    package var isCertain: Bool { kind != .lastGroup }

    /// Whether it is about a page of the file, not about its log.
    package var isOfFile: Bool {
        switch kind {
        case .page, .missingPage: true
        case .logHeader, .frame, .missingCommits, .lastGroup: false
        }
    }

    package var description: String {
        let page = page.map(String.init) ?? "?"
        let frame = frame.map(String.init) ?? "?"
        return switch kind {
        case .page: "Page \(page) of \(file) was altered or damaged."
        case .missingPage: "Page \(page) of \(file) and what follows is missing: the file was cut off."
        case .logHeader: "The header of \(file)-wal is damaged, so the commits in it would not be found."
        case .frame: "Frame \(frame) of \(file)-wal is damaged, and answered commits follow it."
        case .missingCommits:
            "\(file)-wal was cut off, emptied, deleted or replaced: from frame \(frame) on, what was committed up to "
                + "\(lastCommit.map { "\($0)" } ?? "?") is missing, though it had been answered."
        case .lastGroup:
            "The last commits in \(file)-wal, from frame \(frame) on, are not whole. After a power loss that is normal, "
                + "since they were never answered; otherwise the file was damaged."
        }
    }
}

extension PageFinding {
    /// What a database is called: by its name alone, or with its tenant's folder, unless that is the first tenant's.
    static func name(of path: String) -> String {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts.last == "health.db" else { return parts.last.map(String.init) ?? path }
        let folder = parts[parts.count - 2]
        return folder == DataDirectory.defaultTenant || parts[parts.count - 3] != "tenants"
            ? "health.db" : "tenants/\(folder)/health.db"
    }
}
