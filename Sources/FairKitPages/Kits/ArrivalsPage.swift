import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The page where samples arrive: a field for a hand scanner, the answer to the last scan, and the delivery so far.
enum ArrivalsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let query = page.query
        let note = query("note").flatMap { ScannedCode.Note(rawValue: $0) }
        return try draw(page, Delivery(query("list"), page), note: note)
    }

    /// Records the arrival of one kit. A second scan of it changes nothing.
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, kits) = (page.reader, page.tenancy.kits)
        var delivery = Delivery(form["list"], page)
        let scanned: ScannedCode
        let now = page.tenancy.now()
        do { scanned = try ScannedCode(form["code"]) } catch {
            if error != .nothing { delivery.refuse(form["code"], error == .layout ? .layout : .noCode, at: now) }
            return try draw(page, delivery, fault(error, form, reader))
        }
        let code = "\(scanned.code)"
        let known = try await page.ifSeen { () throws(Refusal<Never>) -> KitView? in
            try await kits.find(scanned.code, by: page.caller)
        }
        if let known, known.status == .rejected, let end = known.history?.last?.event {
            let values: [String: TextTemplate.Value] = [
                "code": .text(code), "time": .text(reader.clockOrDay(end.at)),
                "reason": .text(end.reason.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "–"),
            ]
            delivery.refuse(code, .rejected, known.id, at: now)
            return try draw(page, delivery, reader[.scanRejected, values], kit: known.id)
        }
        if let known, let before = known.arrival, known.status.isWithLaboratory {
            delivery.add(Delivery.Scan(kit: known.id, code: code, at: before, kind: .before))
            return try answer(page, delivery, scanned.note)
        }
        let kit: KitView
        do { kit = try await kits.arrive(KitArrival(code: scanned.code, status: .received), by: page.caller) } catch {
            switch error {
            case .notFound:
                delivery.refuse(code, .foreign, at: now)
                return try draw(page, delivery, reader[.scanForeign, ["code": .text(code)]])
            case .own(let step):
                let status = reader.language.report.kitStatuses[step.from]
                delivery.refuse(code, .closed, known?.id, at: now)
                return try draw(page, delivery, reader[.scanClosed, ["code": .text(code), "status": .text(status)]])
            default: throw error
            }
        }
        let kind: Delivery.Kind = kit.registeredAt == nil ? .unregistered : .arrived
        delivery.add(Delivery.Scan(kit: kit.id, code: code, at: kit.arrival ?? now, kind: kind))
        return try answer(page, delivery, scanned.note)
    }

    /// Takes back the last scan.
    static func undo(_ page: PageCall, _ form: Form) async throws -> Response {
        var delivery = Delivery(form["list"], page)
        guard let last = delivery.undoable, let kit = last.kit else {
            return try draw(page, delivery, page.reader[.scanNothingToUndo])
        }
        do { _ = try await page.tenancy.kits.takeBackArrival(kit, of: .received, by: page.caller) } catch {
            guard case .own = error else { throw error }
            return try draw(page, delivery, page.reader[.scanNotUndone, ["code": .text(last.code)]])
        }
        delivery.undo()
        return .seeOther(try link(page, delivery, nil))
    }

    /// - Parameter finds: whether a kit is looked for, and none arrives.
    static func fault(_ fault: ScannedCode.Fault, _ form: Form, _ reader: Reader, finds: Bool = false) -> String {
        let text: PageText =
            switch fault {
            case .nothing: finds ? .findNothing : .scanNothing
            case .layout: finds ? .findLayoutWrong : .scanLayoutWrong
            case .code: finds ? .findNoKit : .scanNoKit
            }
        return reader[text, ["typed": .text(String(form["code"].prefix(200)))]]
    }

    /// A script gets the page at once, with its address.
    private static func answer(_ page: PageCall, _ delivery: Delivery, _ note: ScannedCode.Note?) throws -> Response {
        guard page.request.isPart else { return .seeOther(try link(page, delivery, note)) }
        return try draw(page, delivery, note: note)
    }

    private static func link(_ page: PageCall, _ delivery: Delivery, _ note: ScannedCode.Note?) throws -> Link {
        let path: Link.Path = "/kits/arrivals?list=\(try delivery.hidden(page))"
        return page.reader[path.with(["note": note?.rawValue])]
    }

    private static func draw(
        _ page: PageCall, _ delivery: Delivery, _ wrong: String? = nil, note: ScannedCode.Note? = nil,
        kit: KitID? = nil
    ) throws -> Response {
        let reader = page.reader
        // A part says it beside the scans.
        let shown = page.request.isPart ? [] : wrong.map { [Wrong(field: "code", text: $0)] } ?? []
        let part = DeliveryPart(
            delivery: delivery, hidden: try delivery.hidden(page), wrong: wrong, kit: kit, note: note)
        let content: HTML = """
            <form class="card scan" id="scan" method="post" action="\(to: reader["/kits/arrivals"])" data-scan="#scans">
              \(Shell.token(reader))
              \(reader.field("code", .scanLabel, shown, hint: .scanHint, with: """
                class="code" type="text" maxlength="200" autofocus autocomplete="off" autocapitalize="off" spellcheck="false"
                """))
              <p class="ready"><span aria-hidden="true">●</span> \(reader[.scanReady])</p>
              <label class="here" for="code"><span aria-hidden="true">▶</span> \(reader[.scanHere])</label>
              <div class="actions"><button>\(reader[.scanTake])</button>\
            <label class="choice" hidden><input type="checkbox" id="sound"> \(reader[.scanSound])</label></div>
            </form>
            <div id="scans">\(part.html(reader))</div>
            """
        let document = Document(
            title: reader[.scanTitle], about: reader.name, tab: .kits,
            status: wrong == nil ? nil : .unprocessableContent, refusal: .scanRefused, wrong: shown,
            back: (reader["/kits"], .kitsOfStaff), content: content)
        return document.response(to: reader, [.contentLocation: try link(page, delivery, note).text])
    }
}

extension KitView {
    /// When its sample arrived; nil: it has not.
    var arrival: Timestamp? { history?.last { $0.event.status == .received }?.event.at }
}

extension KitStatus {
    /// Whether a laboratory has, or had, the sample.
    fileprivate var isWithLaboratory: Bool { [.received, .processing, .resulted].contains(self) }
}
