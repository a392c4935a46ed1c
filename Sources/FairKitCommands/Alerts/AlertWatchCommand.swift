import ArgumentParser
import FairKitAPI
import FoundationEssentials
import UnixSignals

/// `fairkit alert watch`
struct AlertWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show open alerts as they come and go, until SIGINT or SIGTERM.",
        discussion: """
            It needs a running server, and waits for one. It claims no delivery. The audit log records that each alert was read.

            Example:
              fairkit alert watch --json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON, one object per line.")
    var json = false

    func run() async throws {
        let json = json
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await options.settings().withRunningServer { client in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { for await _ in signals { break } }
                tasks.addTask {
                    let watch = AlertWatch(client: client, json: json)
                    while true {
                        try await watch.follow()
                        try await ContinuousClock().sleep(for: .seconds(1))
                    }
                }
                // A signal or a refusal ends it, whichever comes first.
                try await tasks.next()
                tasks.cancelAll()
            }
        }
    }
}

/// The alerts seen so far; reports their changes.
private actor AlertWatch {
    private let client: LocalClient
    private let json: Bool
    private var open: [String: AlertBody] = [:]
    private var isWaiting = false

    init(client: LocalClient, json: Bool) {
        self.client = client
        self.json = json
    }

    private struct Line: Encodable {
        let event: String
        let alert: JSONTree
    }

    private struct Event: Decodable {
        let event: String
        let alertId: String
    }

    /// Returns when the connection breaks. One list finds the changes from before the connection.
    func follow() async throws {
        do {
            try await client.follow("\(AlertCommand.path)/stream", as: .clinician) {
                if isWaiting { note("The server is running.") }
                isWaiting = false
                try await look()
            } onEvent: { data in
                let event = try JSONDecoder().decode(Event.self, from: data)
                if event.event == "raised" || event.event == "retracted" { try await look(at: event.alertId) }
            }
        } catch is NoServer {
            if !isWaiting { note("No server uses the data directory. Waiting for one.") }
            isWaiting = true
        }
    }

    private func look() async throws {
        let texts = try await client.everything(AlertCommand.path, of: JSONTree.self, as: .clinician)
        let found = try texts.map { try $0.decoded(as: AlertBody.self) }
        for (alert, text) in zip(found, texts) { try notify(alert, text) }
        let now = Set(found.map(\.id))
        for alert in open.values where !now.contains(alert.id) { try close(alert) }
    }

    private func look(at id: String) async throws {
        let text = try await client.get("\(AlertCommand.path)/\(id)", as: .clinician).decode(JSONTree.self)
        let alert = try text.decoded(as: AlertBody.self)
        if alert.state == "open" { try notify(alert, text) } else if open[id] != nil { try close(alert) }
    }

    private func notify(_ alert: AlertBody, _ text: JSONTree) throws {
        guard open.updateValue(alert, forKey: alert.id) == nil else { return }
        try say("opened", alert, text)
    }

    private func close(_ alert: AlertBody) throws {
        open[alert.id] = nil
        try say("closed", alert, .object(["id": .text(alert.id)]))
    }

    private func say(_ event: String, _ alert: AlertBody, _ text: JSONTree) throws {
        print(json ? try jsonLine(Line(event: event, alert: text)) : ([event] + alert.cells).joined(separator: "  "))
        flush()
    }
}
