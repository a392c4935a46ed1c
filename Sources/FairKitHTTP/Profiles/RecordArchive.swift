import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import TextEncodings
import ZipArchive

/// A person's record as a zip of JSON files with the API's bodies, and a manifest with the digest of each file.
struct RecordArchive {
    let bytes: [UInt8]

    /// - Parameter pdf: the record in words; nil: it could not be drawn.
    /// - Throws: if encoding or packing fails, which happens when memory is short.
    init(_ record: RecordView, pdf: [UInt8]?) throws {
        let time = record.at
        var profile = ProfileBody(record.profile)
        profile.nextTestDue = record.nextTestDue?.description
        var files = [
            ZipArchive.File(name: "README.txt", bytes: Array(RecordArchive.readMe.utf8)),
            try file("profile.json", profile),
            try file("kits.json", ListBody(all: record.kits.map { KitBody($0.kit) })),
            try file("results.json", ListBody(all: record.results.map { ResultBody($0) })),
            try file("alerts.json", ListBody(all: record.alerts.map { AlertStory($0.alert, $0.events) })),
            try file("accesses.json", ListBody(all: record.accesses.reversed().map { Audit.Access($0) })),
            try file(
                "accounts.json",
                ListBody(all: record.accounts.map { AccountBody($0) } + record.keys.map { AccountBody($0) })),
            try file(
                "shares.json", ListBody(all: record.shares.map { Shares.Body($0, isInForce: $0.holds(at: time)) })),
            try file("care.json", ListBody(all: record.care.map { CareBody($0, at: time) })),
            try file("emergencies.json", ListBody(all: record.emergencies.map { EmergencyBody($0) })),
            try file("notices.json", Notices(record)),
            try file(
                "contacts.json",
                ListBody(all: record.reached.map { ReachedBody($0, timeZone: record.profile.details.timeZone) })),
        ]
        if let pdf { files.insert(ZipArchive.File(name: "record.pdf", bytes: pdf, isCompressed: false), at: 1) }
        if let notice = record.notice { files.append(try file("consent-notice.json", ConsentNoticeBody(notice))) }
        if !record.shownNotices.isEmpty {
            files.append(
                try file("consent-notices.json", ListBody(all: record.shownNotices.map { ConsentNoticeBody($0) })))
        }
        if let membership = record.membership { files.append(try file("programme.json", MembershipBody(membership))) }
        if let photo = record.photo {
            files.append(ZipArchive.File(name: "photo.jpg", bytes: photo, isCompressed: false))
        }
        for part in record.kits {
            guard let photo = part.photo else { continue }
            files.append(ZipArchive.File(name: "photos/\(part.kit.id).jpg", bytes: photo, isCompressed: false))
        }
        let manifest = Manifest(
            profileId: "\(record.profile.id)", madeAt: "\(time)",
            files: try files.map {
                Manifest.Entry(name: $0.name, bytes: $0.bytes.count, sha256: try archiveDigest(of: $0.bytes))
            })
        files.insert(try file("manifest.json", manifest), at: 0)
        bytes = try ZipArchive(files, at: time.milliseconds / 1000).bytes
    }

    /// Describes the archive and its files.
    struct Manifest: JSONBody {
        struct Entry: JSONBody {
            let name: String
            let bytes: Int
            let sha256: String
        }
        let format = "fairkit-record"
        let version = 1
        let profileId: String
        let madeAt: String
        let files: [Entry]
    }

    /// An alert with its events, both as in the API.
    struct AlertStory: JSONBody {
        let alert: AlertBody
        let events: [AlertEventBody]

        init(_ alert: Alert, _ events: [AlertEvent]) {
            self.alert = AlertBody(alert)
            self.events = events.map { AlertEventBody($0) }
        }
    }

    /// The person's credentials without their secrets: an account with its sessions, or an API key.
    struct AccountBody: JSONBody {
        struct Session: JSONBody {
            let startedAt: String
            let usedAt: String
            let endedAt: String?
            let address: String?
            let client: String?
        }
        let kind: String
        let id: String
        var email: String?
        var name: String?
        var phone: String?
        var language: String?
        var state: String?
        let createdAt: String
        var revokedAt: String?
        var sessions: [Session]?

        init(_ account: PersonAccount) {
            kind = "account"
            id = "\(account.id)"
            email = account.email
            name = account.details.name
            phone = account.details.phone
            language = account.details.language.rawValue
            state = account.state
            createdAt = "\(account.createdAt)"
            sessions = account.sessions.map {
                Session(
                    startedAt: "\($0.startedAt)", usedAt: "\($0.usedAt)", endedAt: $0.endedAt?.description,
                    address: $0.address, client: $0.client)
            }
        }

        init(_ key: APIKey) {
            kind = "key"
            id = "\(key.id)"
            name = key.name
            createdAt = "\(key.createdAt)"
            revokedAt = key.revokedAt?.description
        }
    }

    /// How messages reach an account. The tokens of its devices are left out: each is enough to send to the device.
    struct ReachedBody: JSONBody {
        let accountId: String
        let contacts: [ContactBody]
        let devices: [DeviceBody]
        let preferences: PreferencesBody

        init(_ reached: ReachedAccount, timeZone: String) {
            accountId = "\(reached.account)"
            contacts = reached.contacts.filter { ContactKind.ofPeople.contains($0.kind) }.map { ContactBody($0) }
            devices = reached.devices.map { DeviceBody($0, over: nil) }
            preferences = PreferencesBody(reached.preferences, timeZone: timeZone)
        }
    }

    /// A clinician's account that cares or cared for the person. The administrator who assigned it is not part of the
    /// person's data.
    struct CareBody: JSONBody {
        let accountId: String
        let from: String
        let to: String?
        let active: Bool

        init(_ assignment: CareAssignment, at time: Timestamp) {
            accountId = "\(assignment.account)"
            from = "\(assignment.from)"
            to = assignment.to?.description
            active = assignment.holds(at: time)
        }
    }

    /// A clinician's account that had emergency access to the record, with the reason, which is about the person.
    struct EmergencyBody: JSONBody {
        let accountId: String
        let reason: String
        let openedAt: String
        let until: String
        let reviewedAt: String?

        init(_ glass: BreakGlass) {
            accountId = "\(glass.account)"
            reason = glass.reason
            openedAt = "\(glass.openedAt)"
            until = "\(glass.until)"
            reviewedAt = glass.review?.at.description
        }
    }

    /// The messages that the person got, and the addresses of the profile that take no messages.
    struct Notices: JSONBody {
        struct SentNotice: JSONBody {
            let kind: String
            let at: String
            /// `account` or `profile`.
            let to: String
            let alertId: String?
            let readAt: String?
            let sends: [AlertEscalationBody.Send]
        }
        let items: [SentNotice]
        let failedContacts: [AlertEscalationBody.FailedContact]

        init(_ record: RecordView) {
            items = record.notices.map { part in
                SentNotice(
                    kind: part.notice.kind.rawValue, at: "\(part.notice.createdAt)",
                    to: part.notice.receiver.kind.rawValue, alertId: part.notice.alert?.description,
                    readAt: part.notice.readAt?.description,
                    sends: part.sends.map { AlertEscalationBody.Send($0) })
            }
            failedContacts = record.failedContacts.map { AlertEscalationBody.FailedContact($0) }
        }
    }

    private static let readMe = """
        This archive holds everything that FairKit keeps about one person, as it was at the time in manifest.json.

        manifest.json     what this is, when it was made, and each file with its size and SHA-256
        record.pdf        the record in words, for reading and printing; absent if the server could not draw it
        profile.json      name, birth date, contact, language, identifiers, consents with their times, next test
        kits.json         the test kits, each with what happened to it
        results.json      the results, the newest test first, each with all its versions
        alerts.json       the alerts that were raised about them, each with what happened to it
        accesses.json     who read or changed the record, or was refused it, the newest first
        accounts.json     accounts with their sign-ins, and API keys; no password and no key
        shares.json       with whom the results were shared, and until when; no link and no PIN
        care.json         the accounts of clinicians who care or cared for the person, from when and until when
        emergencies.json  the accounts of clinicians who opened the record in an emergency, when, and why
        notices.json      what the person was told, when and over which channels, and addresses that took no message
        contacts.json     how messages reach each account: numbers, devices without their tokens, and preferences
        consent-notice.json  what the person was shown when they were asked for consents last, if it is known
        consent-notices.json the same for each consent, by the ids in profile.json
        programme.json    the programme that the person is in, if they are in one
        photo.jpg         the photo of the person, if there is one
        photos/           photos of kits that are kept for a review, called by the kits' ids

        Times are UTC, dates YYYY-MM-DD. A level is the number that the laboratory reported, in its unit. The members are those of
        the API, whose description the server shows at /docs. A result is for a doctor to explain.

        """
}

private func file(_ name: String, _ content: some JSONBody) throws -> ZipArchive.File {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ZipArchive.File(name: name, bytes: Array(try encoder.encode(JSONTree(of: content))) + [10])
}
