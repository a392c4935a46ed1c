import ArgumentParser
import FairKitHTTP
import UnixSignals

/// `fairkit alert watch`
struct AlertWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show open alerts as they come and go, until SIGINT or SIGTERM.",
        discussion: """
            It needs a server, and waits for one. Every look is on record; nothing is claimed.

            Examples:
              fairkit alert watch
              fairkit alert watch --every 30s --json
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("How often to look: 1s to 1h.", valueName: "time"))
    var every = "5s"

    @Flag(help: "Answer as JSON, one object a line.")
    var json = false

    func validate() throws {
        guard let seconds = seconds(in: every), (1...3600).contains(seconds) else {
            throw ValidationError("--every is a time from 1s to 1h.")
        }
    }

    func run() async throws {
        let pause = Duration.seconds(seconds(in: every) ?? 5)
        let json = json
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await options.settings().withRunningServer { client in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { for await _ in signals { break } }
                tasks.addTask {
                    var watch = AlertWatch(client: client, json: json)
                    while true {
                        try await watch.look()
                        try await ContinuousClock().sleep(for: pause)
                    }
                }
                // Whichever ends first: a signal, or a refusal.
                try await tasks.next()
                tasks.cancelAll()
            }
        }
    }
}

/// What has been seen so far, and what is said when that changes.
private struct AlertWatch {
    private let client: LocalClient
    private let json: Bool
    private var open: [String: AlertReply] = [:]
    private var isWaiting = false

    init(client: LocalClient, json: Bool) {
        self.client = client
        self.json = json
    }

    private struct Line: Encodable {
        let event: String
        let alert: JSONTree
    }

    mutating func look() async throws {
        let found: [AlertReply]
        let texts: [JSONTree]
        do {
            texts = try await client.everything(AlertCommand.path, of: JSONTree.self, as: .clinician)
            found = try texts.map { try $0.decoded(as: AlertReply.self) }
        } catch is NoServer {
            if !isWaiting { note("No server uses the data directory. Waiting for one.") }
            isWaiting = true
            return
        }
        if isWaiting { note("The server is there.") }
        isWaiting = false
        let now = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        for (alert, text) in zip(found, texts) where open[alert.id] == nil { try tell("opened", alert, text) }
        for alert in open.values where now[alert.id] == nil {
            try tell("closed", alert, .object(["id": .text(alert.id)]))
        }
        open = now
    }

    private func tell(_ event: String, _ alert: AlertReply, _ text: JSONTree) throws {
        print(json ? try jsonLine(Line(event: event, alert: text)) : ([event] + alert.cells).joined(separator: "  "))
        flush()
    }
}
