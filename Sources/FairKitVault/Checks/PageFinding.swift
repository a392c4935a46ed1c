package import FairKitCore

/// A fault in a page of the file, or in a frame of the write-ahead log beside it. Numbers begin with 1.
package struct PageFinding: Hashable, Sendable, CustomStringConvertible {
    package let kind: Kind
    /// The database concerned, by its path in the data directory.
    package let file: String
    /// The page of the file, if known.
    package let page: Int?
    /// The frame of the log, if it concerns one.
    package let frame: Int?

    /// When the last missing commit was acknowledged, if commits are missing.
    package let lastCommit: Timestamp?

    /// Stable texts, for scripts.
    package enum Kind: String, Sendable, CaseIterable {
        /// The page's HMAC is invalid.
        case page = "page-damaged"
        /// The file ends before the page.
        case missingPage = "page-missing"
        /// The log's header is invalid, so SQLite would treat the log as empty.
        case logHeader = "log-header-damaged"
        /// A frame is invalid, and SQLite would silently lose the commits after it.
        case frame = "log-frame-damaged"
        /// The log ends before an acknowledged commit, or is missing: it was truncated, emptied or deleted.
        case missingCommits = "log-cut-off"
        /// The file is an earlier one: it states a lower number than was recorded of it.
        case wentBack = "file-went-back"
        /// The note of the commits is damaged, so it can't tell whether commits are missing.
        case anchorUnreadable = "commit-note-damaged"
        /// There was a note of the commits, and it is gone, so it can't tell whether commits are missing.
        case anchorMissing = "commit-note-missing"
        /// The last group has its commit record but is invalid. Either a power loss tore it, and then it was never
        /// acknowledged, or it was damaged.
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

    /// Whether acknowledged commits are or will be lost for certain, or can't be ruled out; otherwise there is another
    /// explanation: a power loss, or a full disk.
    package var isCertain: Bool { kind != .lastGroup && kind != .anchorMissing }

    /// Whether it concerns the file's log.
    package var isOfLog: Bool { !isOfFile && ![.wentBack, .anchorUnreadable, .anchorMissing].contains(kind) }

    /// Whether it concerns a page of the file, not its log.
    package var isOfFile: Bool {
        switch kind {
        case .page, .missingPage: true
        case .logHeader, .frame, .missingCommits, .wentBack, .anchorUnreadable, .anchorMissing, .lastGroup: false
        }
    }

    package var description: String {
        let page = page.map(String.init) ?? "?"
        let frame = frame.map(String.init) ?? "?"
        return switch kind {
        case .page: "Page \(page) of \(file) was tampered with or damaged."
        case .missingPage: "Page \(page) of \(file) and all later pages are missing: the file was truncated."
        case .logHeader: "The header of \(file)-wal is damaged, so SQLite would not find the commits in it."
        case .frame: "Frame \(frame) of \(file)-wal is damaged, and acknowledged commits follow it."
        case .missingCommits:
            "\(file)-wal was truncated, emptied, deleted or replaced: from frame \(frame) on, acknowledged commits up to "
                + "\(lastCommit.map { "\($0)" } ?? "?") are missing."
        case .wentBack:
            "\(file) is an earlier state of the file: it lacks acknowledged commits up to \(lastCommit.map { "\($0)" } ?? "?")."
        case .anchorUnreadable:
            "The note of the commits of \(file) is damaged, so acknowledged commits may be missing."
        case .anchorMissing:
            "The note of the commits of \(file) is gone, so nothing tells whether the last of them are there. If you did not remove it, "
                + "compare the latest results and alerts with those of the laboratories."
        case .lastGroup:
            "The last commits in \(file)-wal, from frame \(frame) on, are incomplete. After a power loss that is normal, "
                + "since they were never acknowledged; otherwise the file was damaged."
        }
    }
}

extension PageFinding {
    /// The display name of a database: its file name, after its tenant's folder unless that is the first tenant's.
    static func name(of path: String) -> String {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts.last == "health.db" else { return parts.last.map(String.init) ?? path }
        let folder = parts[parts.count - 2]
        return folder == DataDirectory.defaultTenant || parts[parts.count - 3] != "tenants"
            ? "health.db" : "tenants/\(folder)/health.db"
    }
}
