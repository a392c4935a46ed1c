import FairKitStore
package import KeyRing
import TextEncodings

/// Creates and opens pagination cursors: base64url of a short keyed hash and the position in the list.
///
/// A cursor is valid only in the list and tenant that issued it. It needs no table, and lasts as long as the tenant's
/// key. See decision 0027.
package struct Cursors: Sendable {
    let tenant: Tenancy

    /// Length of the truncated hash in bytes. Each guess costs a request, and a lucky one gains only a position in the
    /// caller's own list.
    private static let length = 9

    /// - Parameters:
    ///   - place: the position where the next page begins.
    ///   - list: the list's name, without zero bytes.
    package func seal(_ place: String, of list: String) throws(CursorFailure) -> String {
        base64URL(try tag(place, list) + Array(place.utf8))
    }

    /// The position that a cursor holds.
    package func open(_ cursor: String, of list: String) throws(CursorFailure) -> String {
        guard let sealed = bytes(base64URL: cursor), sealed.count > Cursors.length,
            let place = String(validating: sealed.dropFirst(Cursors.length), as: UTF8.self),
            equalInConstantTime(try tag(place, list), Array(sealed.prefix(Cursors.length)))
        else { throw .foreign }
        return place
    }

    /// The same for a position that names a person: nothing of it can be read from the cursor, since addresses are logged and
    /// kept by browsers.
    package func hide(_ place: String, of list: String) throws(CursorFailure) -> String {
        do throws(KeyError) {
            let (key, nonce) = try hiding(place, list)
            return base64URL(
                nonce + (try AES256GCM.seal(Array(place.utf8), key: key, nonce: nonce, authenticating: [])))
        } catch { throw .key(error) }
    }

    /// The position that a cursor of `hide` holds.
    package func reveal(_ cursor: String, of list: String) throws(CursorFailure) -> String {
        guard let sealed = bytes(base64URL: cursor), sealed.count > AES256GCM.nonceLength else { throw .foreign }
        let (nonce, rest) = (sealed.prefix(AES256GCM.nonceLength), sealed.dropFirst(AES256GCM.nonceLength))
        let plain: [UInt8]?
        do throws(KeyError) {
            plain = try AES256GCM.open(
                Array(rest), key: try hiding("", list).key, nonce: Array(nonce), authenticating: [])
        } catch { throw .key(error) }
        guard let plain, let place = String(validating: plain, as: UTF8.self) else { throw .foreign }
        return place
    }

    /// A key for the list, and a nonce that differs for each position.
    private func hiding(_ place: String, _ list: String) throws(KeyError) -> (key: [UInt8], nonce: [UInt8]) {
        let hidden = "hidden \(list)"
        let nonce = try tenant.store.digest(ofPosition: "nonce \(place)", in: hidden)
        return (try tenant.store.digest(ofPosition: "key", in: hidden), Array(nonce.prefix(AES256GCM.nonceLength)))
    }

    private func tag(_ place: String, _ list: String) throws(CursorFailure) -> [UInt8] {
        do throws(KeyError) {
            return Array(try tenant.store.digest(ofPosition: place, in: list).prefix(Cursors.length))
        } catch { throw .key(error) }
    }
}

extension Tenancy {
    package var cursors: Cursors { Cursors(tenant: self) }
}

package enum CursorFailure: Error {
    /// The cursor belongs to another list or tenant.
    case foreign
    case key(KeyError)
}
