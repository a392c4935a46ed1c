/// Proves that rows are what was written, by a secret that is not in their file.
///
/// The connection that writes holds it, so that a row and its proof stand in one transaction.
package protocol Seal: Sendable {
    /// Whose rows it proves, as its signatures name them.
    var owner: String { get }
    /// The authentication code of a message.
    /// - Throws: `DatabaseError.unsealed`.
    func mac(of message: [UInt8]) throws(DatabaseError) -> [UInt8]
    /// A signature of a message, which is checked without the secret.
    /// - Throws: `DatabaseError.unsealed`.
    func signature(of message: [UInt8]) throws(DatabaseError) -> [UInt8]
    /// Whether a message bears a signature of this seal.
    /// - Throws: `DatabaseError.unsealed`.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(DatabaseError) -> Bool
}
