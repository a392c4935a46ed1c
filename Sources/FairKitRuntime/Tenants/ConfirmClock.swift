import FairKitCore
package import FairKitService
import FairKitStore
import Logging

extension OpenTenants {
    /// Believes the clock, because an operator says that it is right: what waited for time that has surely passed goes on.
    ///
    /// - Returns: how far the clock was ahead of that time.
    package func confirmClock(by caller: Caller) async throws(Refusal<Never>) -> Duration {
        guard caller.subject.may(.manageTenants) else { throw .forbidden }
        let known = passed ?? PassedTime(of: now, by: clock)
        do {
            // A command without a server has not asked yet.
            if passed == nil { try await known.begin(with: installation.control) }
            let ahead = try await known.confirm(installation.control)
            logger.notice("an operator has confirmed the clock", metadata: ["by": "\(ahead)"])
            return ahead
        } catch { throw .store(error) }
    }
}
