import FoundationEssentials
import Testing

/// What reads or writes a store without being told who asks, and why it may. All else is told by its parameter `caller`, and asks the policy.
private let exceptions: [String: String] = [
    // They find out who asks.
    "Access/Callers+Machine.swift": "gives a command its subject",
    "Access/Callers+Authenticate.swift": "finds a key's subject",
    "Access/SignIns+Password.swift": "finds a person's",
    "Access/SignIns+Answer.swift": "finds a person's",
    "Access/SignIns+Refresh.swift": "finds a person's",
    "Access/SignIns+SecondFactor.swift": "finds a person's",
    "Access/FreshSession.swift": "is a part of these",
    "Access/SecondFactorCode.swift": "is a part of these",
    "Care/Shares+Open.swift": "finds a link's, and asks the policy with it",
    "Access/SignIns+ChoosePassword.swift": "finds that of a mailed link, and asks the policy with it",
    "Access/SignIns+Mail.swift": "tells nobody anything but by a mail to the address itself",
    "Access/MailedSecret.swift": "is a part of these",
    // The server does them of itself, and shows nobody anything.
    "Operations/DeleteExpired.swift": "deletes what is kept for a time only",
    "Audit/NoteAudit.swift": "signs the audit",
    "Alerts/AlertFeed.swift": "looks whether there is a newer event, by its number alone",
    "Queue/BackfillGroups.swift": "backfills groups with open alerts",
    "Access/KeyUses.swift": "notes when keys were used",
    "Access/NoteKeyUses.swift": "notes when keys were used",
    "Outbound/MailChannel.swift": "sends what waits in the outbox",
    "Metrics/CollectMetrics.swift": "counts",
    "Outbound/PushDeliveries.swift":
        "finds which groups have a webhook; what is sent is claimed by a subject of the server's",
    "Access/SigningKeys.swift": "makes and removes keys",
    "Tenants/OpenTenants.swift": "opens stores",
    "Tenants/OpenTenants+Tending.swift": "looks when each has something to do",
    "Tenants/RecordTenantChanges.swift": "writes the audit",
    // Parts of what is told who asks.
    "Results/Judge.swift": "is a part of what records and corrects results",
    "Kits/EarlierBatch.swift": "finds what an Idempotency-Key did",
]

@Suite struct `Whatever reads or writes a store` {
    @Test func `is told who asks, or stands here with the reason`() throws {
        let folder = "\(root)/Sources/FairKitService"
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            let uses = text.contains(/\.(read|write)\w* *[({]|(Read|Write)Transaction|extension Connection/)
            if uses, !text.contains("caller: Caller") { found.insert(file) }
        }
        #expect(found.subtracting(exceptions.keys).isEmpty)
        #expect(Set(exceptions.keys).subtracting(found).isEmpty, "is one any more")
    }
}
