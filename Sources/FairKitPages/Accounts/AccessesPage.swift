import FairKitCore
import FairKitFrame
import FairKitService

/// Who read or changed a patient's record, in words: others, or with `own` in the address the person themselves, too.
enum AccessesPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let id = try page.ownRecord
        let start = try page.place(page.query("cursor"), "accesses") { AuditCursor($0) }
        let hasOwn = page.query("own") != nil
        let found = try await page.tenancy.audit.accesses(
            to: id, isOthers: !hasOwn, before: start, limit: most, by: page.caller)
        let list: Link.Path = hasOwn ? "/profile/accesses?own=yes" : "/profile/accesses"
        let next = try found.next.map { reader[list.with(["cursor": try page.seal($0, "accesses")])] }
        let count = reader[.ownAccessesShown, ["count": .number(found.items.count)]]
        return OwnPage(title: .ownAccesses, parent: ("/profile/privacy", .ownPrivacy)).show(
            page,
            """
            <p class="lead">\(reader[hasOwn ? .ownAccessesAllLead : .ownAccessesLead])</p>
            \(reader.views(.ownAccesses, [("/profile/accesses", .ownAccessesOthers), ("/profile/accesses?own=yes", .ownAccessesAll)],
                hasOwn ? .ownAccessesAll : .ownAccessesOthers))
            \(found.items.isEmpty && start == nil ? reader.empty(.ownAccessesNone, .ownAccessesNoneWhy) : """
            <section class="card"><h2>\(count) \(reader[next == nil ? .ownNoMore : .ownMore])</h2>
            <ul class="list">\(found.items.map { row($0, reader) })</ul></section>
            """)
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """)
    }

    private static func row(_ access: AccessView, _ reader: Reader) -> HTML {
        let emergency = access.breakGlass ? " \(reader.badge("critical", "!", reader[.ownInEmergency]))" as HTML : nil
        let refused = access.outcome == .success ? nil : " (\(reader[.ownWasRefused]))" as HTML
        return """
            <li><div><span class="name"><b>\(reader[access.action.ownText])\(refused)</b>\
            <span>\(who(access, reader))</span></span>\(emergency)<span class="soft">\(reader.moment(access.at))</span></div></li>

            """
    }

    /// The person themselves, or the name and the role of those who acted.
    private static func who(_ access: AccessView, _ reader: Reader) -> String {
        if let account = access.account, account == reader.own?.account.id { return reader[.ownYou] }
        if access.share != nil { return reader[.ownLinkReader] }
        let role = access.role.map { reader[$0.ownText] } ?? reader[.ownServer]
        return access.name.map { "\($0) (\(role))" } ?? role
    }
}

extension RoleName {
    var ownText: PageText {
        switch self {
        case .patient: .ownRolePatient
        case .clinician: .ownRoleClinician
        case .laboratory: .ownRoleLaboratory
        case .administrator: .ownRoleAdministrator
        case .coordinator: .ownRoleCoordinator
        case .consumer, .app: .ownRoleProgram
        }
    }
}

extension AuditAction {
    /// In a patient's words. What has no words of its own is told by its kind.
    var ownText: PageText {
        switch self {
        case .profileRead, .nextTestRead, .profileSearched, .profileListed, .timelineRead, .dashboardRead:
            .ownReadProfile
        case .profileCreated: .ownMadeProfile
        case .profileChanged, .profileEmailChanged, .nextTestSet, .nextTestRemoved, .programmeJoined, .programmeLeft:
            .ownChangedProfile
        case .kitRead, .kitListed, .kitPhotoRead: .ownReadKit
        case .kitRegistered: .ownRegisteredKit
        case .resultRead, .resultListed: .ownReadResult
        case .resultRecorded, .resultCorrected, .resultBound, .resultReleased: .ownReportedResult
        case .alertRead, .alertListed, .alertEventsRead, .escalationRead, .contactsRead: .ownReadAlert
        case .alertAcknowledged, .alertResolved: .ownHandledAlert
        case .noticeListed: .ownReadMessages
        case .noteAdded, .noteListed: .ownNotesUsed
        case .accessesRead: .ownReadAccesses
        case .profileExported: .ownTookFile
        case .erasureRequested: .ownAskedErasure
        case .erasureCancelled: .ownStoppedErasure
        case .breakGlassOpened, .breakGlassEnded, .breakGlassReviewed: .ownUsedEmergency
        case .shareCreated, .shareRevoked, .shareListed: .ownManagedShare
        case .shareOpened: .ownOpenedShare
        case .careAssigned, .careEnded, .careListed: .ownChangedCare
        case .calendarOpened, .calendarClosed, .calendarRead: .ownUsedCalendar
        default:
            rawValue.hasPrefix("kit.") ? .ownChangedKit : rawValue.hasPrefix("alert.") ? .ownHandledAlert : .ownOther
        }
    }
}
