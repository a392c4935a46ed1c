import Configuration
import DurableFiles
import FairKitAPI
import FairKitServer
import FoundationEssentials
import Glibc

/// Settings from a file: one `NAME=value` per line, in the format of systemd's `EnvironmentFile=`, so that one file serves both.
///
/// `#` and `;` begin a comment; a value can be quoted. Names that do not begin with `FAIRKIT_` are ignored.
struct SettingsFile {
    /// The values by variable.
    let values: [String: String]

    init(path: String) throws {
        let file = try TextFile(path)
        let text = file.text
        var values: [String: String] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmed
            guard let first = line.first, first != "#", first != ";" else { continue }
            // systemd would read a backslash as an escape, or as a continued line.
            guard let equals = line.firstIndex(of: "="), !line.contains("\\") else {
                throw OperatorError(
                    "Line \(index + 1) of \(path) can't be understood: write NAME=value, without backslashes.")
            }
            let name = String(line[..<equals].trimmed)
            guard name.hasPrefix("FAIRKIT_") else { continue }
            guard SettingName.allCases.contains(where: { $0.variable == name }) else {
                let known = SettingName.allCases.map(\.variable).joined(separator: ", ")
                throw OperatorError(
                    "Unknown setting \(name) in \(path). Correct or remove it. The settings are \(known).")
            }
            values[name] = line[line.index(after: equals)...].trimmed.unquoted
        }
        if values[SettingName.masterKey.variable] != nil { try file.refuseIfOthersHaveIt(holding: "the master key") }
        self.values = values
    }

    /// A secret that systemd passes to the service, in a folder that only the service can read.
    ///
    /// Its mode does not matter: systemd grants access to the service's user by an access control list.
    struct Credential {
        let path: String
        let text: String

        /// - Returns: nil if there is none.
        init?(_ name: String, _ config: ConfigReader) throws {
            guard let directory = config.string(forKey: "credentials.directory"), !directory.isEmpty else { return nil }
            path = "\(directory)/\(name)"
            guard unsafe access(path, F_OK) == 0 else { return nil }
            text = try TextFile(path).text
        }
    }
}

/// A text file that a setting names, with its owner and mode.
struct TextFile {
    let text: String
    private let path: String
    private let access: FileAccess

    init(_ path: String) throws {
        let bytes: [UInt8]
        do throws(FileError) { (bytes, access) = try DurableFile.readWithAccess(path) } catch {
            throw OperatorError("\(path) can't be read: \(error.reason). Check its name and its mode.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw OperatorError("\(path) can't be read: it is not a text file. Name another file.")
        }
        (self.text, self.path) = (text, path)
    }

    /// Refuses a file with a secret if users other than this one and root can read or change it.
    func refuseIfOthersHaveIt(holding secret: String) throws {
        guard access.mode & 0o077 == 0 else {
            throw OperatorError("\(path) holds \(secret), and other users can read it. Run: chmod 600 \(path)")
        }
        guard !access.isForeign else {
            throw OperatorError(
                "\(path) holds \(secret), and belongs to another user. With chown, make the user that runs FairKit its owner."
            )
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    fileprivate var unquoted: String {
        guard count >= 2, let quote = first, quote == "\"" || quote == "'", last == quote else { return String(self) }
        return String(dropFirst().dropLast())
    }
}
