import FairKitCore
import FairKitFrame
import FairKitService

/// Whether the server does its work, in three numbers: each with its limit, and what to do beyond it.
enum HealthPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, now) = (page.reader, page.tenancy.now())
        let health = try await page.tenancy.operations.health(by: page.caller)
        let minutes = Int(health.queueAge.components.seconds / 60)
        let backup = health.lastBackup.map { reader.moment($0) } ?? "\(reader[.noBackup])"
        let drill: HTML =
            health.lastDrill.map { "\(reader.moment($0.at))\($0.isSound ? "" : " \(reader[.drillFailed])")" }
            ?? "\(reader[.noBackup])"
        let backups: HTML =
            health.isInDatabase
            ? "<section class=\"card\"><h2>\(reader[.lastBackup])</h2><p>\(reader[.backupOfDatabase])</p></section>"
            : """
            \(part(.lastBackup, backup, isBad: health.isBackupLate(at: now), .backupLimit, .backupRemedy, reader))\
            \(part(.lastDrill, drill, isBad: health.isDrillLate(at: now), .drillLimit, .drillRemedy, reader))
            """
        let wait: HTML = "\(reader[.someMinutes, ["count": .number(minutes)]])"
        let content: HTML = """
            <p class="lead">\(reader[.healthLead]) <b>\(reader[.asOf]) \(reader.clock(now))</b></p>
            \(part(.queueAge, wait, isBad: health.isQueueLate, .queueLimit, .queueRemedy, reader))
            \(part(.diskRoom, "\(reader[health.isDiskFull ? .diskFull : .diskHasRoom])", isBad: health.isDiskFull, .diskLimit, .diskRemedy, reader))
            \(backups)
            """
        return ManagedPage(title: reader[.health], done: nil).show(page, content)
    }

    private static func part(
        _ title: PageText, _ value: HTML, isBad: Bool, _ limit: PageText, _ remedy: PageText, _ reader: Reader
    ) -> HTML {
        """
        <section class="card"><h2>\(reader[title])</h2><p><b>\(value)</b> \
        \(isBad ? reader.badge("critical", "!", reader[.notWell]) : reader.badge("normal", "●", reader[.isWell]))</p>
        <p class="soft">\(reader[limit])</p>\(isBad ? "<p>\(reader[remedy])</p>" as HTML : nil)</section>

        """
    }
}
