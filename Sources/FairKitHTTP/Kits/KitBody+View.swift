import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

extension KitBody {
    init(_ view: KitView) {
        self.init(
            view.kit, view.logistics, laboratory: view.laboratory, due: view.due,
            remindersSent: view.remindersSent, nextStatuses: view.nextStatuses,
            history: view.history?.map { ($0.event, $0.actor) }, patientName: view.patientName)
    }
}

extension KitBatchBody.Item {
    init(_ outcome: IssuedKit) {
        let (word, detail): (String, String?) =
            switch outcome {
            case .created: ("created", nil)
            case .advanced: ("advanced", nil)
            case .unchanged: ("unchanged", nil)
            case .closed(let kit): ("refused", "The kit is \(kit.status.rawValue), which is final.")
            case .malformed(_, let error): ("refused", error.sentence)
            }
        let code =
            if case .malformed(let text, _) = outcome { String(text.prefix(64)) } else {
                outcome.kit.map { "\($0.code)" } ?? ""
            }
        let secret: String? = if case .created(_, let secret?) = outcome { secret.text } else { nil }
        self.init(
            kitCode: code, outcome: word, id: outcome.kit?.id.description, status: outcome.kit?.status.rawValue,
            detail: detail, secret: secret)
    }
}

extension KitBatchRequest {
    func batch(_ faults: inout Faults) -> KitBatch {
        switch (codes, count) {
        case (let codes?, nil): return .codes(codes)
        case (nil, let count?): return .new(count)
        case (nil, nil), (.some, .some):
            faults.record("/codes", "send either codes, or the count of new kits")
            return .codes([])
        }
    }

    func isShipped(_ faults: inout Faults) -> Bool {
        let isShipped = status == KitStatus.shipped.rawValue
        faults.require(
            isShipped || status == nil || status == KitStatus.issued.rawValue, "/status", "issued or shipped")
        return isShipped
    }
}
