import FairKitCore

/// What became of the last scan, by word and sign, and the scans before it.
struct DeliveryPart {
    let delivery: Delivery
    /// The delivery as it stands in the form.
    let hidden: String
    /// Why the last scan was refused; nil: it was not.
    let wrong: String?
    /// The kit that it is about, if its page says more.
    let kit: KitID?
    let note: ScannedCode.Note?

    func html(_ reader: Reader) -> HTML {
        """
        <input type="hidden" name="list" value="\(hidden)" form="scan">
        \(last(reader))
        \(delivery.scans.isEmpty ? nil : list(reader))
        """
    }

    private func last(_ reader: Reader) -> HTML? {
        if let wrong {
            return """
                <section class="banner critical" data-scanned="wrong"><h2><span aria-hidden="true">✕</span> \
                \(reader[.scanRefused])</h2><p role="status">\(wrong)</p>\
                \(kit.map { "<p><a href=\"\(to: reader["/kits/\($0)"])\">\(reader[.openKit])</a></p>" as HTML })</section>
                """
        }
        guard let scan = delivery.scans.first else { return nil }
        let look = scan.kind.look
        let note = note.map { note -> HTML in
            "<p>\(reader[note == .layout ? .scanLayoutMapped : .scanLowerCase])</p>"
        }
        return """
            <section class="banner \(look.banner)" data-scanned="\(look.banner == "ok" ? "right" : "wrong")">
              <h2><span aria-hidden="true">\(look.sign)</span> <span class="code">\(scan.code)</span></h2>
              <p role="status">\(sentence(scan, reader))</p>\(note)
              \(delivery.undoable == nil ? nil : undo(reader))
            </section>
            """
    }

    private func sentence(_ scan: Delivery.Scan, _ reader: Reader) -> String {
        reader[scan.kind.sentence, ["time": .text(reader.clockOrDay(scan.at))]]
    }

    private func undo(_ reader: Reader) -> HTML {
        """
        <form class="actions" method="post" action="\(to: reader["/kits/arrivals/undo"])">\(Shell.token(reader))\
        <input type="hidden" name="list" value="\(hidden)"><button class="quiet">\(reader[.scanUndo])</button></form>
        """
    }

    private func list(_ reader: Reader) -> HTML {
        let rows = delivery.scans.map { scan in
            let line: HTML = "<span aria-hidden=\"true\">\(scan.kind.look.sign)</span> \(sentence(scan, reader))"
            return reader.row(scan.kit.map { "/kits/\($0)" }, "\(scan.code)", [line], isCode: true)
        }
        func counted(_ text: PageText, _ count: Int) -> String? {
            count > 0 ? reader[text, ["count": .number(count)]] : nil
        }
        let refused = counted(.scanNotRecorded, delivery.refused)
        return """
            <section class="card"><h2>\(reader[.scanCount, ["count": .number(delivery.count)]])\(refused.map { ", \($0)" })</h2>
            <p class="soft">\(reader[.scanLatest])</p><ul class="list">\(rows)</ul>\
            \(counted(.scanLeftOut, delivery.leftOut).map { "<p class=\"soft\">\($0)</p>" as HTML })</section>
            """
    }
}

extension Reader {
    /// A time of today, or else the day and the time.
    func clockOrDay(_ time: Timestamp) -> String {
        let local = local(time)
        let isToday = now.map { day(at: $0) == local.date } ?? true
        return isToday ? language.clock(local) : "\(language.text(of: local.date)), \(language.clock(local))"
    }
}

extension Delivery.Kind {
    fileprivate var look: (banner: String, sign: String) {
        switch self {
        case .arrived: ("ok", "✓")
        case .unregistered: ("ok", "✓")
        case .before: ("warning", "↺")
        case .undone: ("warning", "–")
        case .layout, .noCode, .foreign, .closed, .rejected: ("critical", "✕")
        }
    }

    fileprivate var sentence: PageText {
        switch self {
        case .arrived: .scanArrived
        case .unregistered: .scanUnregistered
        case .before: .scanBefore
        case .undone: .scanUndone
        case .layout: .scanWasLayout
        case .noCode: .scanWasNoCode
        case .foreign: .scanWasForeign
        case .closed: .scanWasClosed
        case .rejected: .scanWasRejected
        }
    }
}
