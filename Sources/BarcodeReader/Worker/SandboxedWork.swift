/// Work of another module that a worker does in the same sandbox. Its requests have another first byte than scans.
package struct SandboxedWork: Sendable {
    package typealias Answer = @Sendable ([UInt8]) -> [UInt8]?

    /// The first byte of its requests.
    let kind: UInt8
    /// The most bytes of a request.
    let limit: Int
    /// Loads what the work needs, before the sandbox is entered and before a fork. Returns what answers a request,
    /// which comes without its first byte; its nil means that the bytes are no request.
    let prepare: @Sendable () -> Answer

    package init(kind: UInt8, limit: Int, prepare: @escaping @Sendable () -> Answer) {
        self.kind = kind
        self.limit = limit
        self.prepare = prepare
    }
}
