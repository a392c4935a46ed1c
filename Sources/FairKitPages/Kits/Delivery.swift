import FairKitCore
import FairKitFrame
import FairKitService

/// The latest scans of a delivery. It stands in the page's address, in which nothing can be read, so that it needs neither a
/// script nor a place at the server; each kit's own history says the same.
struct Delivery {
    /// How many arrived.
    private(set) var count = 0
    /// How many scans recorded no arrival, though there was a code.
    private(set) var refused = 0
    /// How many earlier scans are not among `scans`, which would grow too long.
    private(set) var leftOut = 0
    /// The latest first.
    private(set) var scans: [Scan] = []
    private static let (most, longest) = (12, 40)

    struct Scan {
        /// nil: the reader has no kit of this code.
        let kit: KitID?
        /// As on the label, or as it was typed if it is no kit's code.
        let code: String
        let at: Timestamp
        var kind: Kind
    }

    enum Kind: String {
        case arrived, unregistered, before, undone
        // Nothing was recorded.
        case layout, noCode, foreign, closed, rejected

        var isArrival: Bool { self == .arrived || self == .unregistered }
        var isRefused: Bool { [.layout, .noCode, .foreign, .closed, .rejected].contains(self) }
    }

    /// - Parameter hidden: as `address` gave it; nil or anything else: no scan yet.
    init(_ hidden: String?, _ page: PageCall) {
        guard let hidden, let text = try? page.tenancy.cursors.reveal(hidden, of: Self.list(page)) else { return }
        var words = text.split(separator: " ")[...]
        let counts = (words.popFirst() ?? "").split(separator: "/").map { Int($0) ?? 0 } + [0, 0, 0]
        (count, refused, leftOut) = (counts[0], counts[1], counts[2])
        while words.count >= 4 {
            let scan = Array(words.prefix(4))
            words = words.dropFirst(4)
            guard let time = Int64(scan[2]), let kind = Kind(rawValue: String(scan[3])) else { continue }
            scans.append(
                Scan(kit: KitID(scan[0]), code: String(scan[1]), at: Timestamp(milliseconds: time), kind: kind))
        }
    }

    mutating func add(_ scan: Scan) {
        if scan.kind.isArrival { count += 1 }
        if scan.kind.isRefused { refused += 1 }
        scans.insert(scan, at: 0)
        guard scans.count > Self.most else { return }
        // What was refused still has to be seen to.
        scans.remove(at: scans.dropFirst().lastIndex { !$0.kind.isRefused } ?? scans.count - 1)
        leftOut += 1
    }

    /// Adds a scan that recorded nothing, with its code as it was typed. What looks like no code of anything is not repeated.
    mutating func refuse(_ typed: String, _ kind: Kind, _ kit: KitID? = nil, at time: Timestamp) {
        let code = typed.filter { !$0.isWhitespace }
        let isPlain =
            (1...Self.longest).contains(code.count)
            && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
        add(Scan(kit: kit, code: isPlain ? code : "…", at: time, kind: kind))
    }

    /// The last scan, if it recorded something that can be undone.
    var undoable: Scan? { scans.first.flatMap { $0.kind.isArrival ? $0 : nil } }

    mutating func undo() {
        guard let last = undoable else { return }
        for index in scans.indices where scans[index].kit == last.kit && scans[index].kind.isArrival {
            count = max(0, count - 1)
            scans[index].kind = .undone
        }
    }

    func hidden(_ page: PageCall) throws -> String {
        guard !scans.isEmpty else { return "" }
        let scans = scans.map { scan in
            "\(scan.kit.map { "\($0)" } ?? "-") \(scan.code) \(scan.at.milliseconds) \(scan.kind.rawValue)"
        }
        let text = "\(count)/\(refused)/\(leftOut) \(scans.joined(separator: " "))"
        return try page.tenancy.cursors.hide(text, of: Self.list(page))
    }

    private static func list(_ page: PageCall) -> String {
        "delivery of \(page.reader.own.map { "\($0.account.id)" } ?? "")"
    }
}
