import FairKitCore
import KeyRing
import SQLCipher

/// The valid content of a write-ahead log: the pages of its committed frames.
struct LogContent {
    var pages: Set<UInt32> = []
    /// The number of pages of the file after the last commit; nil without a commit.
    var pageCount: Int?
    var findings: [PageFinding] = []
    /// The salts of its header, if that is intact, and the frames up to its last commit.
    var salts: [UInt32]?
    var frames = 0

    /// The findings about it, and what it or the file lacks of what was acknowledged.
    func findings(
        missing anchor: String, beside database: String, key: TenantKey
    ) throws(StoreError) -> [PageFinding] {
        guard !findings.contains(where: \.isCertain) else { return findings }
        let name = PageFinding.name(of: database)
        let known: CommitAnchor.Known
        switch CommitAnchor.read(anchor) {
        // A file that states a number had a note. The one of a restored backup gets it at once.
        case .missing where try checkpointNumber(of: database, key: key) ?? 0 > 0:
            return findings + [PageFinding(.anchorMissing, of: name)]
        case .missing: return findings
        case .unreadable: return findings + [PageFinding(.anchorUnreadable, of: name)]
        case .known(let found): known = found
        }
        let at = Timestamp(milliseconds: known.at)
        if known.number > 0, let number = try checkpointNumber(of: database, key: key, salt: known.fileSalt),
            number < known.number
        {
            return findings + [PageFinding(.wentBack, of: name, lastCommit: at)]
        }
        guard !known.isHeld(bySalts: salts, frames: frames) else { return findings }
        // A commit that a power loss could have torn had been acknowledged.
        guard findings.isEmpty else {
            return findings.map { PageFinding(.frame, page: $0.page, frame: $0.frame, of: $0.file) }
        }
        let isSame = salts == known.salts
        return [PageFinding(.missingCommits, frame: isSame ? frames + 1 : 1, of: name, lastCommit: at)]
    }

    /// The number that the file's own first page states: the log may have a later one.
    /// - Parameter salt: how the salt of the file begins, if that is known.
    /// - Returns: nil: the file has another key since, or a power cut tore the page, of which the log has a copy.
    private func checkpointNumber(
        of database: String, key: TenantKey, salt: [UInt8]? = nil
    ) throws(StoreError) -> Int64? {
        let page = try ReadableFile(database).read(PageAuthenticator.pageSize, at: 0)
        if let salt { guard !salt.isEmpty, page.starts(with: salt) else { return nil } }
        return try mapping(StoreError.key) { () throws(KeyError) in
            let authenticator = try PageAuthenticator(key)
            guard try authenticator.authenticates(page, number: 1) else { return nil }
            return try authenticator.checkpointNumber(inFirst: page)
        }
    }
}

/// Reads a write-ahead log that no process has open, and distinguishes the traces of a crash from damage. See the
/// decision 0044.
struct LogCheck: ~Copyable {
    private let file: ReadableFile
    private let authenticator: PageAuthenticator
    private let header: LogHeader
    private let name: String
    private var content = LogContent()

    /// - Returns: empty content if there is no log.
    ///
    /// - Parameter database: the file to which it belongs.
    static func content(beside database: String, key: TenantKey) throws(StoreError) -> LogContent {
        let path = database + "-wal"
        guard let size = fileSize(path), size > LogHeader.length else { return LogContent() }
        let file = try ReadableFile(path)
        guard let header = LogHeader(try file.read(LogHeader.length, at: 0)) else { return LogContent() }
        let authenticator = try mapping(StoreError.key) { () throws(KeyError) in try PageAuthenticator(key) }
        var check = LogCheck(
            file: file, authenticator: authenticator, header: header, name: PageFinding.name(of: database))
        try check.run()
        return check.content
    }

    private init(
        file: consuming ReadableFile, authenticator: consuming PageAuthenticator, header: LogHeader, name: String
    ) {
        self.name = name
        self.file = file
        self.authenticator = authenticator
        self.header = header
    }

    private mutating func run() throws(StoreError) {
        guard header.isSound else {
            // SQLite would treat the log as empty. It is empty, or its header was torn, unless a frame matches it.
            if try frame(0) != nil { content.findings.append(PageFinding(.logHeader, of: name)) }
            return
        }
        content.salts = header.salts
        var sums = header.sums
        var pending: Set<UInt32> = []
        var pendingFindings: [PageFinding] = []
        var index = 0
        while let frame = try frame(index) {
            let next = frame.sums(after: sums, isBigEndian: header.isBigEndian)
            guard frame.salts == header.salts, frame.page != 0, next == frame.storedSums else {
                try judgeEnd(at: index, frame, computed: next)
                return
            }
            // The checksum needs no key, the HMAC does: a frame may have been forged.
            if try !authenticates(frame) {
                pendingFindings.append(PageFinding(.frame, page: Int(frame.page), frame: index + 1, of: name))
            }
            pending.insert(frame.page)
            if frame.pageCount != 0 {
                content.pages.formUnion(pending)
                content.findings += pendingFindings
                content.pageCount = Int(frame.pageCount)
                content.frames = index + 1
                (pending, pendingFindings) = ([], [])
            }
            sums = next
            index += 1
        }
    }

    /// Judges the first frame that does not continue the one before. It is normal if it is left over from an earlier
    /// use of the log, or from a group that was rolled back or never committed. It is not if commits follow it.
    private mutating func judgeEnd(at broken: Int, _ first: LogFrame, computed: Checksum) throws(StoreError) {
        if computed == first.storedSums, first.page != 0 {
            // Only its salts are wrong; a frame from an earlier use would not have this checksum.
            content.findings.append(PageFinding(.frame, page: Int(first.page), frame: broken + 1, of: name))
            return
        }
        var isLastGroupBroken = false
        var index = broken
        var frame = first
        while true {
            let isOfThisUse = frame.salts == header.salts
            let next = try self.frame(index + 1)
            if frame.pageCount != 0, isOfThisUse || index == broken {
                // A frame that continues a commit record was written after that commit had reached the disk, with every
                // frame before it.
                var seeds = [frame.storedSums]
                if index == broken { seeds.append(computed) }
                if let next, next.salts == header.salts,
                    seeds.contains(where: { next.sums(after: $0, isBigEndian: header.isBigEndian) == next.storedSums })
                {
                    content.findings.append(PageFinding(.frame, page: Int(first.page), frame: broken + 1, of: name))
                    return
                }
            }
            if isOfThisUse, frame.pageCount != 0 { isLastGroupBroken = true }
            guard let next else { break }
            frame = next
            index += 1
        }
        let isHalfRight = first.storedSums.isHalf(of: computed)
        if isLastGroupBroken || isHalfRight {
            content.findings.append(PageFinding(.lastGroup, page: Int(first.page), frame: broken + 1, of: name))
        }
    }

    /// - Returns: nil beyond the last complete frame.
    private func frame(_ index: Int) throws(StoreError) -> LogFrame? {
        let bytes = try file.read(LogFrame.length, at: LogHeader.length + index * LogFrame.length)
        return bytes.count == LogFrame.length ? LogFrame(bytes: bytes) : nil
    }

    private func authenticates(_ frame: LogFrame) throws(StoreError) -> Bool {
        try mapping(StoreError.key) { () throws(KeyError) in
            try authenticator.authenticates(frame.bytes, at: LogFrame.headerLength, number: frame.page)
        }
    }
}
