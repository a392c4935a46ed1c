/// Proves that rows were not tampered with, by a secret that is not in their file.
///
/// The writing connection holds it, so that a row and its proof are in one transaction.
package protocol Seal: Sendable {
    /// The owner of the rows, as its signatures name them.
    var owner: String { get }
    /// The authentication code of a message.
    /// - Throws: `DatabaseError.unsealed`.
    func mac(of message: [UInt8]) throws(DatabaseError) -> [UInt8]
    /// A signature of a message, which can be verified without the secret.
    /// - Throws: `DatabaseError.unsealed`.
    func signature(of message: [UInt8]) throws(DatabaseError) -> [UInt8]
    /// Whether a message has a valid signature of this seal.
    /// - Throws: `DatabaseError.unsealed`.
    func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(DatabaseError) -> Bool
}
