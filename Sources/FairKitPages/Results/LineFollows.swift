import FairKitCore
import FairKitService

extension FileImport.Line {
    /// The most important of what follows from a line.
    enum Follows {
        case alert, held, waits, before, reaches

        var isNotable: Bool { self != .reaches && self != .before }
        var text: PageText {
            switch self {
            case .alert: .importAlert
            case .held: .importHeld
            case .waits: .importWaiting
            case .before: .importStoredBefore
            case .reaches: .importReaches
            }
        }
    }

    var callsPeople: Bool { taken?.result.callsPeople == true }

    var follows: Follows {
        guard let taken, !isBefore else { return .before }
        if taken.result.alertID != nil { return .alert }
        if taken.result.hold != nil { return .held }
        if case .unmatched = taken { return .waits }
        return .reaches
    }
}
