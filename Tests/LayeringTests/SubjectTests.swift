import FoundationEssentials
import Testing

/// Code that opens a transaction without the runner, with the reason. All other code uses the runner, which
/// authenticates and authorizes the caller and writes the audit log. FairKitRuntime acts as the server, and shows its data
/// to no caller; for the operator it acts on all tenants.
private let exceptions: [String: String] = [
    "Runner/Tenancy+Run.swift": "is the runner",
    "Runner/DenialLog.swift": "is a part of it",
    "Runner/Forms.swift": "finds the answer to a person's own form; the runner carries the form out",
    // These authenticate the caller.
    "Rights/Callers+Machine.swift": "gives a command its subject",
    "Rights/Callers+Authenticate.swift": "finds a key's subject",
    "Rights/Callers+Page.swift": "finds the subject of a page's cookie",
    "SignIn/SignIns.swift": "shows the clinic's name to people who sign in",
    "Accounts/Accounts+Logo.swift": "shows the clinic's logo to people who sign in",
    "SignIn/SignIns+Password.swift": "finds a person's",
    "SignIn/SignIns+Answer.swift": "finds a person's",
    "SignIn/SignIns+Refresh.swift": "finds a person's",
    "SignIn/SignIns+SecondFactor.swift": "finds a person's",
    "SignIn/SignIns+ChoosePassword.swift": "finds that of a mailed link, and asks the policy with it",
    "SignIn/SignIns+AnotherAddress.swift": "finds that of a mailed link",
    "SignIn/SignIns+Link.swift": "finds that of a mailed link",
    "SignIn/SignIns+ProveAddress.swift": "finds that of a mailed code",
    "SignIn/SignIns+Mail.swift": "answers only by a mail to the address itself",
    "Care/Shares+Open.swift": "finds a link's, and asks the policy with it",
    // The server acts by itself here, and shows its data to no caller.
    "Keys/KeyUses.swift": "records when keys were used",
    "SignIn/SigningKeys.swift": "makes and removes keys",
    "SignIn/StreamTickets.swift": "keeps tickets that the runner has granted, and takes them once",
    "Operations/Operations.swift": "looks whether the database answers",
    "Profiles/Profiles+CarryOutErasures.swift": "carries out erasures that were requested days before",
    "Profiles/Profiles+Index.swift": "brings the search index up to date",
    "Escalation/Escalation.swift": "carries out the steps of open alerts",
    "Escalation/Reachability.swift": "looks whether open alerts would reach a person",
    "Queue/AlertGroups+Backfill.swift": "gives groups the open alerts that they lack",
    "Kits/Kits+Expire.swift": "ends kits whose time is over",
    "Kits/Kits+Remind.swift": "reminds patients of their samples",
    "Runner/Tenancy+Joint.swift": "is the runner of requests that are carried out together",
    "Runner/CommitFeed.swift": "looks whether there is something newer to follow, by numbers and ids alone",
    "Notices/Notices.swift": "sends what people are notified of",
    "Notices/Notices+Receipts.swift": "records what a provider reports, whose signature was checked",
    "News/News+Notify.swift": "notifies people of news",
    "Programmes/Programmes+Count.swift": "counts the people of days that have ended, and shows no one",
    "Dashboard/Dashboard.swift": "records that a clinic's first day has ended, as the runner has just read",
    "Results/Results+Release.swift": "shows patients suspect levels when the tenant's time is over",
    "Profiles/Profiles+RemindOfTests.swift": "reminds patients of their next test",
    // The secret in the address is the only credential that a calendar program can send.
    "Calendars/Calendars.swift": "finds whose feed a secret opens",
    "Outbound/Outbox+Test.swift": "looks what became of the mail that the runner wrote",
]

@Suite struct `Code that opens a transaction` {
    @Test func `is the runner, or listed here with the reason`() throws {
        let folder = "\(root)/Sources/FairKitService"
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            if text.contains(/(store|control)\.(read|write)[ ({]/) { found.insert(file) }
        }
        #expect(found.subtracting(exceptions.keys).isEmpty)
        #expect(Set(exceptions.keys).subtracting(found).isEmpty, "is one any more")
    }
}
