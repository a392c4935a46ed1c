import FairKitCore
import KeyRing
import SQLCipher

/// Authenticates every page of a file that no process has open.
///
/// It reports to the task's `WorkProgress`, which can stop it.
/// - Parameter log: the content of the write-ahead log beside it. Its pages replace those of the file, which may be
///   torn.
func checkPages(_ path: String, key: TenantKey, log: LogContent = LogContent()) throws(StoreError) -> [PageFinding] {
    let file = try ReadableFile(path)
    let authenticator = try mapping(StoreError.key) { () throws(KeyError) in try PageAuthenticator(key) }
    let (size, name) = (PageAuthenticator.pageSize, PageFinding.name(of: path))
    let first = try file.read(size, at: 0)
    let isFirstGood = try mapping(StoreError.key) { () throws(KeyError) in
        try authenticator.authenticates(first, number: 1)
    }
    let hasSalt = authenticator.isSalt(first.prefix(PageAuthenticator.saltLength))
    // Neither the salt nor the HMAC matches: the file belongs to another key.
    guard hasSalt || isFirstGood else { throw .opening(.wrongKey(path: path)) }
    var findings: [PageFinding] = hasSalt ? [] : [PageFinding(.page, page: 1, of: name)]

    let present = file.size / size
    var expected = log.pageCount
    if expected == nil, isFirstGood {
        expected = try mapping(StoreError.key) { () throws(KeyError) in try authenticator.pageCount(inFirst: first) }
    }
    let checked = min(present, expected ?? present)
    let pagesAtOnce = 64
    let progress = WorkProgress.current
    for start in stride(from: 0, to: checked, by: pagesAtOnce) {
        if progress?.now.isStopped ?? false { throw .interrupted }
        let bytes = try file.read(min(pagesAtOnce, checked - start) * size, at: start * size)
        for index in 0..<(bytes.count / size) {
            let number = start + index + 1
            guard number != lockPage, !log.pages.contains(UInt32(number)) else { continue }
            let isGood = try mapping(StoreError.key) { () throws(KeyError) in
                try authenticator.authenticates(bytes, at: index * size, number: UInt32(number))
            }
            if !isGood, findings.last?.page != number { findings.append(PageFinding(.page, page: number, of: name)) }
        }
        progress?.did(bytes.count / size)
    }
    if let expected,
        let missing = (present..<max(present, expected)).first(where: { !log.pages.contains(UInt32($0 + 1)) })
    {
        findings.append(PageFinding(.missingPage, page: missing + 1, of: name))
    }
    return findings
}

/// The page at 1 GiB, which SQLite uses for locks only.
private let lockPage = 0x4000_0000 / 4096 + 1
