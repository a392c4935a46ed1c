import ArgumentParser

/// `fairkit demo`
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Walk the main job.")
    func run() async throws {}
}
