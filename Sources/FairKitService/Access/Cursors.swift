import FairKitStore
package import KeyRing
import TextEncodings

/// Makes cursors of places in lists, and finds the places again: base64url of a short keyed hash and the place.
///
/// A cursor is good in the one list of the one tenant that gave it out. It needs no table, and lasts as long as the tenant's key.
/// See the decision `0027-sealed-cursors`.
package struct Cursors: Sendable {
    let tenant: Tenancy

    /// Of the hash so many bytes: whoever guesses asks the server each time, and wins nothing but a place in a list of theirs.
    private static let length = 9

    /// - Parameters:
    ///   - place: where the list goes on.
    ///   - list: its name, in which no zero byte stands.
    package func seal(_ place: String, of list: String) throws(CursorFailure) -> String {
        base64URL(try tag(place, list) + Array(place.utf8))
    }

    /// The place that was sealed.
    package func open(_ cursor: String, of list: String) throws(CursorFailure) -> String {
        guard let sealed = bytes(base64URL: cursor), sealed.count > Cursors.length,
            let place = String(validating: sealed.dropFirst(Cursors.length), as: UTF8.self),
            equalInConstantTime(try tag(place, list), Array(sealed.prefix(Cursors.length)))
        else { throw .foreign }
        return place
    }

    private func tag(_ place: String, _ list: String) throws(CursorFailure) -> [UInt8] {
        do throws(KeyError) {
            return Array(try tenant.store.digest(ofPlace: place, in: list).prefix(Cursors.length))
        } catch { throw .key(error) }
    }
}

extension Tenancy {
    package var cursors: Cursors { Cursors(tenant: self) }
}

package enum CursorFailure: Error {
    /// It is not one of this list, or not of this tenant.
    case foreign
    case key(KeyError)
}
