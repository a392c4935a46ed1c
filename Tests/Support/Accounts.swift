import FairKitCore
package import FairKitService
import KeyRing

extension PasswordWork {
    /// Hashes passwords like the server, but at a low cost.
    package static var quick: PasswordWork {
        PasswordWork(
            limits: PasswordQueue.Limits(threads: 1),
            cost: PasswordHash.Cost(logarithm: 4, blockSize: 8, parallelism: 1))
    }
}

extension AccountLink {
    package static var example: AccountLink {
        AccountLink(publicURL: try? PublicURL("https://kit.example.org"), tenant: .standard)
    }
}
