/// Runs what blocks on a thread of its own, so that none of those is kept on which everything else runs.
package func apart<T: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> T
) async throws(Failure) -> T {
    try await BlockingThread().run(body)
}
