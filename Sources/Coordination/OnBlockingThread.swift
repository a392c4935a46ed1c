/// Runs blocking work on its own thread, away from the cooperative pool.
package func onBlockingThread<T: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> T
) async throws(Failure) -> T {
    try await BlockingThread().run(body)
}
