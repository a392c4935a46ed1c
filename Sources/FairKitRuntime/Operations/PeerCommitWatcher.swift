package import FairKitService
import FairKitStore
import ServiceLifecycle

/// Lets waiting claims and webhooks look again after other servers have committed to a tenant. Streams and messages wait
/// for commits themselves.
package struct PeerCommitWatcher: Service {
    private let tenant: Tenancy

    package init(_ tenant: Tenancy) {
        self.tenant = tenant
    }

    package func run() async {
        try? await cancelWhenGracefulShutdown {
            let commits = tenant.store.commits
            while !Task.isCancelled {
                let seen = commits.countOfOthers
                tenant.othersHaveCommitted()
                await commits.moreOfOthers(than: seen)
                // Thousands of commits a second need not be looked at one by one.
                try await tenant.clock.sleep(for: .milliseconds(20))
            }
        }
    }
}
