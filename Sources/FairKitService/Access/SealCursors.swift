import FairKitCore
package import FairKitStore
package import KeyRing
import TextEncodings

/// Makes cursors of places in lists, and finds the places again: base64url of a short keyed hash and the place.
///
/// A cursor is good in the one list of the one tenant that gave it out. It needs no table, and lasts as long as the tenant's key.
/// See the decision `0027-sealed-cursors`.
package struct SealCursors: Sendable {
    private let store: Store

    /// Of the hash so many bytes: whoever guesses asks the server each time, and wins nothing but a place in a list of theirs.
    private static let length = 9

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        /// It is not one of this list, or not of this tenant.
        case foreign
        case key(KeyError)
    }

    /// - Parameters:
    ///   - place: where the list goes on.
    ///   - list: its name, in which no zero byte stands.
    package func seal(_ place: String, of list: String) throws(Failure) -> String {
        base64URL(try tag(place, list) + Array(place.utf8))
    }

    /// The place that was sealed.
    package func open(_ cursor: String, of list: String) throws(Failure) -> String {
        guard let sealed = bytes(base64URL: cursor), sealed.count > SealCursors.length,
            let place = String(validating: sealed.dropFirst(SealCursors.length), as: UTF8.self),
            equalInConstantTime(try tag(place, list), Array(sealed.prefix(SealCursors.length)))
        else { throw .foreign }
        return place
    }

    private func tag(_ place: String, _ list: String) throws(Failure) -> [UInt8] {
        do throws(KeyError) {
            return Array(try store.digest(ofPlace: place, in: list).prefix(SealCursors.length))
        } catch { throw .key(error) }
    }
}
