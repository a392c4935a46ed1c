import Configuration
import FairKitAPI
import FairKitServer
import FoundationEssentials
import Glibc

/// Settings from a file: `NAME=value`, one a line, as systemd's `EnvironmentFile=` takes them, so that one file serves both.
///
/// `#` and `;` begin a comment; a value may stand in quotes. Names that are not FairKit's are left to others.
struct SettingsFile {
    /// By the variable's name.
    let values: [String: String]

    init(path: String) throws {
        let text = try readText(path)
        var values: [String: String] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmed
            guard let first = line.first, first != "#", first != ";" else { continue }
            // systemd would take a backslash for an escape, or for a line that goes on.
            guard let equals = line.firstIndex(of: "="), !line.contains("\\") else {
                throw OperatorError(
                    "Line \(index + 1) of \(path) can't be understood: write NAME=value, without backslashes.")
            }
            let name = String(line[..<equals].trimmed)
            guard name.hasPrefix("FAIRKIT_") else { continue }
            guard SettingName.allCases.contains(where: { $0.variable == name }) else {
                let known = SettingName.allCases.map(\.variable).joined(separator: ", ")
                throw OperatorError("\(name) in \(path) is no setting. Correct it or take it out; there are \(known).")
            }
            values[name] = line[line.index(after: equals)...].trimmed.unquoted
        }
        if values[SettingName.masterKey.variable] != nil { try refuseIfOthersMayRead(path, holding: "the master key") }
        self.values = values
    }

    /// A master key that systemd hands over in a directory which only the service can look into.
    ///
    /// Its mode says nothing: systemd lets the service's user read it by an access list.
    struct Credential {
        let path: String
        let text: String

        /// - Returns: nil if there is none.
        init?(_ config: ConfigReader) throws {
            guard let directory = config.string(forKey: "credentials.directory"), !directory.isEmpty else { return nil }
            path = "\(directory)/fairkit-master-key"
            guard unsafe access(path, F_OK) == 0 else { return nil }
            text = try readText(path)
        }
    }
}

/// The text of a file that a setting names.
func readText(_ path: String) throws -> String {
    guard unsafe access(path, R_OK) == 0 else {
        throw OperatorError(
            "\(path) can't be read: \(unsafe String(cString: strerror(errno))). Check its name and its mode.")
    }
    guard let data = try? Data(contentsOf: URL(filePath: path)), let text = String(data: data, encoding: .utf8) else {
        throw OperatorError("\(path) can't be read: it is no text file. Name another.")
    }
    return text
}

func refuseIfOthersMayRead(_ path: String, holding secret: String) throws {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
        throw OperatorError("\(path) holds \(secret) and can be read by others. Run: chmod 600 \(path)")
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
