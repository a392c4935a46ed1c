import DurableFiles
import FairKitAPI
import FoundationEssentials

/// The file of `FAIRKIT_CHANNELS` and the files with secrets that it names.
struct ChannelsFile: Sendable {
    let path: String
    /// Whether http and private addresses are accepted.
    let allowsPrivate: Bool
    let allowsPrivateReceivers: Bool
    /// Where systemd puts credentials; only the service can read it, although the modes look wider.
    private let credentials: String?

    init(path: String, allowsPrivate: Bool, allowsPrivateReceivers: Bool) {
        self.path = path
        self.allowsPrivate = allowsPrivate
        self.allowsPrivateReceivers = allowsPrivateReceivers
        let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] ?? ""
        credentials = folder.isEmpty ? nil : "\(folder)/"
    }

    /// The members of the whole file.
    func members() throws(ChannelsFileError) -> ChannelMembers {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try DurableFile.read(path) } catch {
            throw ChannelsFileError(
                "The file of channels, \(path), can't be read: \(error.reason). Check its name and its mode.")
        }
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)), case .object = tree else {
            throw ChannelsFileError(
                "The file of channels, \(path), is not a JSON object. See docs/channels.md for examples.")
        }
        return try ChannelMembers(tree, name: "", file: self)
    }

    /// A secret of one line.
    func secretLine(at path: String, member: String, holding what: String) throws(ChannelsFileError) -> String {
        let bytes = try secret(at: path, member: member, holding: what)
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw ChannelsFileError(self.path, member: member, "names a file that is not a text. Name another one.")
        }
        while text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
            throw ChannelsFileError(
                self.path, member: member, "names a file that must hold \(what) in one line, and nothing else.")
        }
        return text
    }

    /// The bytes of a file that only its owner can read. A relative path begins at the folder of the file of channels.
    func secret(at path: String, member: String, holding what: String) throws(ChannelsFileError) -> [UInt8] {
        let folder = self.path.lastIndex(of: "/").map { self.path[...$0] } ?? ""
        let path = path.hasPrefix("/") ? path : folder + path
        let (bytes, access): ([UInt8], FileAccess)
        do throws(FileError) { (bytes, access) = try DurableFile.readWithAccess(path) } catch {
            throw ChannelsFileError(
                self.path, member: member,
                "names \(path), which can't be read: \(error.reason). Check its name and its mode.")
        }
        if let credentials, path.hasPrefix(credentials) { return bytes }
        guard access.mode & 0o077 == 0 else {
            throw ChannelsFileError(
                self.path, member: member,
                "names \(path), which holds \(what), and other users can read it. Run: chmod 600 \(path)")
        }
        guard !access.isForeign else {
            throw ChannelsFileError(
                self.path, member: member,
                "names \(path), which holds \(what), and belongs to another user. With chown, make the user that runs FairKit its owner."
            )
        }
        return bytes
    }
}
