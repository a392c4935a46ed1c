import ArgumentParser
import FairKitAPI

/// `fairkit db confirm-clock`
struct DatabaseConfirmClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm-clock",
        abstract: "Say that the clock is right, after it was set forward by more than a day.",
        discussion: """
            A clock that was set forward may be wrong. So erasures, deletions and reminders wait for time that has surely passed, and \
            the keys of laboratories do not expire, until the clock is right again or you confirm it. While no server runs, a day is \
            believed to pass. /health/ready warns with clock-set as long as the clock is ahead by more than a day. Compare it with a \
            clock that you trust (timedatectl) first: what is due by it is erased and deleted at once, and can't be brought back.

            Example:
              fairkit db confirm-clock
            """)

    @OptionGroup var options: DirectoryOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.post("/local/clock/confirm") }
        if json { return print(reply.text) }
        let seconds = try reply.decode(ConfirmedClockBody.self).aheadSeconds
        print("The clock is believed. It was \(seconds) seconds ahead of the time that has surely passed.")
    }
}
