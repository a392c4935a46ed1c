import FairKitAPI
import FairKitCore
import FoundationEssentials
import NIOHTTP1
import Synchronization

extension LocalClient {
    /// Requests long work. A progress bar is shown if standard error is a terminal; Ctrl-C cancels the work.
    /// - Parameters:
    ///   - things: the name of the things that the work counts.
    ///   - sentence: the effect of an interruption.
    func work(
        _ path: String, json: some Encodable = NoMembers(), counting things: String, saying sentence: String
    ) async throws -> Reply {
        let name = UUID().uuidString
        var request = request(.POST, path, as: .administrator)
        request.headers += [("Content-Type", "application/json"), (WorkBody.header, name)]
        request.body = try JSONEncoder().encode(json)
        request.timeout = .seconds(86_400)
        return try await interruptibly(saying: sentence) { [request] in
            try await withThrowingTaskGroup(of: Reply?.self) { tasks in
                defer { tasks.cancelAll() }
                tasks.addTask { try await answer(to: request, repeatable: false) }
                if Terminal.errors.width != nil {
                    tasks.addTask {
                        await watch(name, counting: things)
                        return nil
                    }
                }
                while let done = try await tasks.next() {
                    guard let reply = done else { continue }
                    tasks.cancelAll()
                    while await tasks.nextResult() != nil {}
                    return reply
                }
                throw CancellationError()
            }
        }
    }

    /// Draws the progress of the work until it is done.
    private func watch(_ name: String, counting things: String) async {
        var bar = Progress()
        while !Task.isCancelled {
            if let reply = try? await look("/local/progress/\(name)"), let work = try? reply.decode(WorkBody.self) {
                bar.draw(work.fraction, count: work.done, of: things)
            }
            try? await ContinuousClock().sleep(for: .milliseconds(150))
        }
        bar.clear()
    }
}
