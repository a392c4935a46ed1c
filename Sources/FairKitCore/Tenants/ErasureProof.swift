/// Evidence that a tenant's data can no longer be read.
package struct ErasureProof: Equatable, Sendable {
    /// The size of the file that held its data, before it was removed.
    package let bytes: Int
    /// How many keys were tried on the file; none of them opened it.
    package let keysTried: Int

    package init(bytes: Int, keysTried: Int) {
        self.bytes = bytes
        self.keysTried = keysTried
    }
}
