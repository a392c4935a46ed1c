import FairKitCore
import PostgreSQL
import Relational
import Synchronization

/// Notifies the other servers of a database of new commits by tenant, and hears of theirs. What is lost, a
/// server finds by the number of commits within a second: see decision 0121.
final class CommitNews: Sendable {
    private struct State {
        var areOthersThere = false
        var isClosed = false
        var notifier: Notifier?
        var listener: Listener?
    }

    private let pool: ConnectionPool
    /// This server, as its notifications name it.
    private let name: String
    private let heard: @Sendable (_ folder: String) -> Void
    private let state = Mutex(State())

    private static let channel = "fairkit"

    /// - Parameter heard: gets the folder of a tenant to which another server has committed. It must be quick.
    init(_ pool: ConnectionPool, of server: ServerID, heard: @escaping @Sendable (_ folder: String) -> Void) {
        self.pool = pool
        self.heard = heard
        name = "\(server)"
    }

    /// Begins to hear when there is another server, and tells as long as there is one.
    func follow(othersAreThere: Bool) {
        state.withLock { state in
            state.areOthersThere = othersAreThere
            guard othersAreThere, state.listener == nil, !state.isClosed else { return }
            state.notifier = Notifier(pool, to: CommitNews.channel)
            state.listener = Listener(pool, to: CommitNews.channel) { [name, heard] event in
                guard case .notified(let text) = event else { return }
                let words = text.split(separator: " ")
                guard words.count == 2, words[0] != name else { return }
                heard(String(words[1]))
            }
        }
    }

    /// Notifies the others of a commit to a tenant.
    func notify(folder: String) {
        let notifier = state.withLock { $0.areOthersThere ? $0.notifier : nil }
        // Names of schemas can be sent.
        try? notifier?.notify("\(name) \(folder)")
    }

    /// It blocks for the time of an attempt to connect at most.
    func close() {
        let (notifier, listener) = state.withLock { state in
            defer { state = State(isClosed: true) }
            return (state.notifier, state.listener)
        }
        listener?.close()
        notifier?.close()
    }
}

extension DatabaseObserver {
    /// An observer that also tells other servers of commits to a tenant.
    func telling(_ news: CommitNews, of folder: String) -> DatabaseObserver {
        var observer = self
        observer.committed = { writes, time, pages in
            committed(writes, time, pages)
            news.notify(folder: folder)
        }
        return observer
    }
}
