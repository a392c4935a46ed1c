package import Relational

extension Database {
    /// Copies everything into a new file while writes continue; the copy includes those writes.
    ///
    /// The file is neither checked nor synced, and is left behind if this fails.
    /// - Parameters:
    ///   - key: the copy's key; nil: the same.
    ///   - progress: called with the number of pages copied and their total.
    ///   - moment: reads from the source what is compared with the copy, with no write in between. It runs on the
    ///     writer's thread, so it must be short.
    package func copy<T: Sendable>(
        to path: String, key: CipherKey? = nil, progress: (@Sendable (Int, Int) -> Void)? = nil,
        moment: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(CopyError) -> T {
        try await beginCopy(to: path, key: key ?? self.key)
        do throws(CopyError) {
            while true {
                guard !Task.isCancelled else { throw .cancelled }
                if let value = try await continueCopy(moment, progress) {
                    await endCopy()
                    return value
                }
            }
        } catch {
            await endCopy()
            throw error
        }
    }

    private func beginCopy(to path: String, key: CipherKey) async throws(CopyError) {
        let failure: CopyError? = try await outsideTransaction { (source) throws(DatabaseError) in
            source.sqlite.copying.begin(of: source, to: path, key: key)
        }
        if let failure { throw failure }
    }

    /// - Returns: nil while there are more pages to copy.
    private func continueCopy<T: Sendable>(
        _ moment: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T,
        _ progress: (@Sendable (Int, Int) -> Void)?
    ) async throws(CopyError) -> T? {
        let step: Result<T?, CopyError> = try await outsideTransaction { (source) throws(DatabaseError) in
            let isDone: Bool
            do throws(CopyError) {
                isDone = try source.sqlite.copying.copy?.step() ?? false
                if let progress, let copy = source.sqlite.copying.copy { progress(copy.copied, copy.total) }
            } catch {
                return .failure(error)
            }
            return .success(isDone ? try moment(source) : nil)
        }
        return try step.get()
    }

    private func endCopy() async {
        // If the database was closed, that has ended the copy.
        try? await outsideTransaction { (source) throws(DatabaseError) in source.sqlite.copying.copy = nil }
    }

    private func outsideTransaction<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(CopyError) -> T {
        do { return try await Job.value(of: body) { writer.submitOutsideTransaction($0) } } catch {
            throw .copying(error)
        }
    }
}

extension Database {
    /// Opens a file that no connection has open, for a closure that reads, and closes it again. It blocks.
    package static func inspect<T>(
        path: String, key: CipherKey, newestVersion: Int, _ body: (borrowing ReadTransaction) -> T
    ) throws(OpeningError) -> T {
        let connection = try ReadTransaction.openForInspection(path: path, key: key)
        _ = try connection.schemaVersion(path: path, newest: newestVersion)
        return body(connection)
    }
}
