/// That a tenant can't be read any more.
package struct ErasureProof: Hashable, Sendable {
    /// The size of the file that held its data, before it was removed.
    package let bytes: Int
    /// How many keys there are, each of which was tried on it and opened nothing.
    package let keysTried: Int

    package init(bytes: Int, keysTried: Int) {
        self.bytes = bytes
        self.keysTried = keysTried
    }
}
