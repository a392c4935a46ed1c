package import FairKitStore
package import Logging
import ServiceLifecycle

/// Keeps the time that has surely passed, and warns when a person has to confirm the clock. See decision 0130.
package struct WatchClock: Service {
    private let control: Control
    private let passed: PassedTime
    private let clock: any Clock<Duration>
    private let logger: Logger

    package init(_ passed: PassedTime, control: Control, clock: any Clock<Duration>, logger: Logger) {
        self.passed = passed
        self.control = control
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var (isDoubted, fails) = (false, false)
            while true {
                do throws(DatabaseError) {
                    try await passed.look(control)
                    fails = false
                } catch {
                    if !fails {
                        logger.error("what is known of the clock could not be stored", metadata: ["error": "\(error)"])
                    }
                    fails = true
                }
                let doubt = passed.doubt
                if let doubt, !isDoubted {
                    logger.warning(
                        "the clock is ahead by more than a day; erasures, deletions and reminders wait, and keys of laboratories do not expire: if it is right, run: fairkit db confirm-clock",
                        metadata: ["by": "\(doubt)"])
                }
                isDoubted = doubt != nil
                try await clock.sleep(for: .seconds(1))
            }
        }
        try? await passed.look(control, always: true)
    }
}
