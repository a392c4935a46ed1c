import Coordination
import FairKitCore
import ServiceLifecycle
import Synchronization

/// Sends the due messages of a channel, several at a time, until its task is cancelled or the server stops. A failing
/// receiver is left alone for a while, and then probed with one message (circuit breaker).
final class OutboundLane<Channel: OutboundChannel>: Sendable {
    private let channel: Channel
    private let now: Now
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double
    /// For attempts that run.
    private let permits: Permits
    private let most: Int
    private let gathers: Duration
    /// For messages whose outcome is not stored yet.
    private let room: Permits
    private let state: Mutex<State>

    /// How long nothing is sent after a cancelled attempt.
    private static var pause: Duration { .seconds(1) }

    private struct State {
        var breaker: CircuitBreaker
        /// Nothing is sent before this time: an attempt was cancelled.
        var pause: Timestamp?
        /// The channel has ended.
        var isOver = false
    }

    /// - Parameters:
    ///   - most: how many attempts run at once.
    ///   - unsettled: how many messages may run or wait until their outcome is stored; nil: `most`. More is faster, but
    ///     the channel must not return as due what is underway.
    ///   - gathers: while attempts run, how long it waits for more to end before it asks for messages, so that one
    ///     question finds several.
    ///   - random: from 0 up to but excluding 1; the jitter of pauses.
    init(
        _ channel: Channel, atOnce most: Int, unsettled: Int? = nil, gathers: Duration = .zero, breaker: CircuitBreaker,
        now: @escaping Now, clock: any Clock<Duration>, random: @escaping @Sendable () -> Double
    ) {
        self.channel = channel
        self.now = now
        self.clock = clock
        self.random = random
        self.most = most
        self.gathers = gathers
        permits = Permits(most)
        room = Permits(unsettled ?? most)
        state = Mutex(State(breaker: breaker))
    }

    private var isRunning: Bool {
        !Task.isCancelled && !Task.isShuttingDownGracefully && !state.withLock(\.isOver)
    }

    func run() async {
        await withDiscardingTaskGroup { attempts in
            while isRunning {
                let free = await free()
                guard isRunning else { return }
                do throws(CancellationError) {
                    switch permit {
                    case .nothing(let until): _ = try await channel.due(atMost: 0, after: until)
                    case .one:
                        // The probe's outcome decides what is sent next.
                        for message in try await channel.due(atMost: 1, after: nil) {
                            state.withLock { $0.breaker.beginProbe(at: now()) }
                            await settle(message, after: await attempt(message))
                        }
                    case .everything:
                        let due = try await channel.due(atMost: free, after: nil)
                        room.take(due.count)
                        permits.take(due.count)
                        for message in due {
                            attempts.addTask {
                                let outcome = await self.attempt(message)
                                self.permits.release()
                                await self.settle(message, after: outcome)
                                self.room.release()
                            }
                        }
                    }
                } catch { return }
            }
        }
    }

    /// How many messages can be attempted now; at least one.
    private func free() async -> Int {
        let free = min(await room.available(), await permits.available())
        guard gathers > .zero, free < most else { return free }
        try? await clock.sleep(for: gathers)
        return min(await room.available(), await permits.available())
    }

    private var permit: CircuitBreaker.Permit {
        let now = now()
        return state.withLock { state in
            // Setting the clock back must not extend a pause.
            if let pause = state.pause, now < pause, pause <= now.advanced(by: Self.pause) {
                return .nothing(until: pause)
            }
            return state.breaker.permit(at: now)
        }
    }

    private struct Outcome {
        let attempt: Attempt<Channel.Answer>
        /// Nothing is sent before this time; nil: the receiver works.
        let rest: Timestamp?
    }

    private func attempt(_ message: Channel.Message) async -> Outcome {
        let (began, stopwatch) = (now(), Stopwatch(clock))
        let answer = await channel.send(message)
        let attempt = Attempt(answer: answer, began: began, took: stopwatch.elapsed)
        return Outcome(attempt: attempt, rest: interpret(answer, of: message))
    }

    private func settle(_ message: Channel.Message, after outcome: Outcome) async {
        do throws(CancellationError) {
            try await channel.settle(message, after: outcome.attempt, until: outcome.rest)
        } catch {
            state.withLock { $0.isOver = true }
        }
    }

    /// Reports an answer to the circuit breaker.
    ///
    /// - Returns: until when the receiver is left alone; nil: it works.
    private func interpret(_ answer: Channel.Answer, of message: Channel.Message) -> Timestamp? {
        let (now, verdict) = (now(), channel.verdict(on: answer))
        let (before, after) = state.withLock { state in
            let before = state.breaker.restsUntil
            switch verdict {
            case .answered: state.breaker.succeed()
            case .failed: state.breaker.fail(at: now, random: random())
            case .stopped: state.pause = now.advanced(by: Self.pause)
            }
            return (before, state.breaker.restsUntil)
        }
        if (before == nil) != (after == nil) { channel.log(isResting: after != nil, after: answer, of: message) }
        return after
    }
}
