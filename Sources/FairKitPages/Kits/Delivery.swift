import FairKitCore
import FairKitFrame
import FairKitService

/// The latest scans of a delivery. It stands in the page's address, in which nothing can be read, so that it needs neither a
/// script nor a place at the server; each kit's own history says the same.
struct Delivery {
    /// How many arrived.
    private(set) var count = 0
    /// The latest first.
    private(set) var scans: [Scan] = []
    private static let most = 12

    struct Scan {
        let kit: KitID
        let code: KitCode
        let at: Timestamp
        var kind: Kind
    }

    enum Kind: String {
        case arrived, unregistered, before, undone
        /// It arrived before, by a scan of the same person, who may take it back: its answer may have been lost.
        case own
    }

    /// - Parameter hidden: as `address` gave it; nil or anything else: no scan yet.
    init(_ hidden: String?, _ page: PageCall) {
        guard let hidden, let text = try? page.tenancy.cursors.reveal(hidden, of: Self.list(page)) else { return }
        var words = text.split(separator: " ")[...]
        count = words.popFirst().flatMap { Int($0) } ?? 0
        while words.count >= 4 {
            let scan = Array(words.prefix(4))
            words = words.dropFirst(4)
            guard let kit = KitID(scan[0]), let code = KitCode(stored: String(scan[1])), let time = Int64(scan[2]),
                let kind = Kind(rawValue: String(scan[3]))
            else { continue }
            scans.append(Scan(kit: kit, code: code, at: Timestamp(milliseconds: time), kind: kind))
        }
    }

    mutating func add(_ scan: Scan) {
        if ![.before, .own].contains(scan.kind) { count += 1 }
        scans = Array(([scan] + scans).prefix(Self.most))
    }

    /// The last scan, if it can be undone.
    var undoable: Scan? { scans.first.flatMap { [.arrived, .unregistered, .own].contains($0.kind) ? $0 : nil } }

    mutating func undo() {
        guard let last = undoable else { return }
        for index in scans.indices where scans[index].kit == last.kit {
            if [.arrived, .unregistered].contains(scans[index].kind) { count = max(0, count - 1) }
            scans[index].kind = .undone
        }
    }

    func hidden(_ page: PageCall) throws -> String {
        guard !scans.isEmpty else { return "" }
        let scans = scans.map { "\($0.kit) \($0.code) \($0.at.milliseconds) \($0.kind.rawValue)" }
        return try page.tenancy.cursors.hide("\(count) \(scans.joined(separator: " "))", of: Self.list(page))
    }

    private static func list(_ page: PageCall) -> String {
        "delivery of \(page.reader.own.map { "\($0.account.id)" } ?? "")"
    }
}
