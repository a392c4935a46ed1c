import FoundationEssentials
import Glibc
package import KeyRing
import TextEncodings

/// `master-key.change`: the note of a master key rotation: its old and new key ids, the file of the new key, and
/// whether the old key is kept. It contains no key, and exists from before the first step until after the last. See the
/// decision 0055.
package struct MasterKeyChange: Codable, Hashable, Sendable {
    private let version: Int
    /// The old master key's id.
    package let from: String
    /// The new master key's id.
    package let to: String
    /// The new master key's file.
    package let file: String
    /// Whether the old one is kept in a file of its own, for earlier backups.
    package let keepsOld: Bool
    /// A MAC made with the old master key, so that a forged file can't change the master key.
    private let seal: String

    /// The note of a rotation that begins.
    package init(from old: MasterKey, to: String, file: String, keepsOld: Bool) throws(KeyError) {
        version = 1
        (from, self.to, self.file, self.keepsOld) = (old.id, to, file, keepsOld)
        seal = hexadecimal(try old.mac(of: MasterKeyChange.message(from: old.id, to: to, file: file, keepsOld)))
    }

    /// Whether its writer had the old master key.
    package func isSealed(by old: MasterKey) throws(KeyError) -> Bool {
        guard let seal = bytes(hexadecimal: seal) else { return false }
        let message = MasterKeyChange.message(from: from, to: to, file: file, keepsOld)
        return equalInConstantTime(seal, try old.mac(of: message))
    }

    private static func message(from: String, to: String, file: String, _ keepsOld: Bool) -> [UInt8] {
        Array(["fairkit/master-key-change/v1", from, to, "\(keepsOld)", file].joined(separator: "\n").utf8)
    }

    static let foreign = "it was not written by FairKit. Remove it, unless a change of the master key was interrupted"

    /// The note in a directory; nil: none.
    package static func read(in directory: DataDirectory) throws(KeyError) -> MasterKeyChange? {
        let path = directory.masterKeyChange
        guard fileSize(path) != nil else { return nil }
        do throws(StoreError) {
            guard let change = try? JSONDecoder().decode(MasterKeyChange.self, from: Data(try wholeFile(path))),
                change.version == 1
            else { throw .system(path: path, reason: MasterKeyChange.foreign) }
            return change
        } catch { throw error.ofKeys(path) }
    }

    /// Writes the note.
    package func write(in directory: DataDirectory) throws(KeyError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let path = directory.masterKeyChange
        guard let json = try? encoder.encode(self) else { throw .system(path: path, reason: "it can't be encoded") }
        do throws(StoreError) { try replaceFile(path, with: Array(json) + [UInt8(ascii: "\n")]) } catch {
            throw error.ofKeys(path)
        }
    }

    /// Removes the note, after the rotation is complete or abandoned.
    package static func forget(in directory: DataDirectory) throws(KeyError) {
        guard let change = try read(in: directory) else { return }
        // A crash may have left a part of a new key file.
        unsafe unlink(change.file + ".part")
        do throws(StoreError) { try removeFile(directory.masterKeyChange) } catch {
            throw error.ofKeys(directory.masterKeyChange)
        }
    }
}

extension StoreError {
    /// The error, translated for code that works with keys.
    fileprivate func ofKeys(_ path: String) -> KeyError {
        if case .system(let path, let reason) = self { return .system(path: path, reason: reason) }
        return .system(path: path, reason: description)
    }
}
