import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `--ended`: the lists of access that must not come back with an earlier state of the store.
struct EndedLists: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A list of fairkit db ended --json: access on it stays ended. Repeat it for several lists.",
            valueName: "file"),
        completion: .file())
    var ended: [String] = []

    /// The access that the lists name.
    func access() throws -> RevokedAccess {
        var all = RevokedAccess()
        for path in ended {
            guard let file = try? Data(contentsOf: URL(filePath: path)),
                let list = try? JSONDecoder().decode(RevokedAccessBody.self, from: file)
            else { throw OperatorError("\(path) can't be read. Name a list of fairkit db ended --json.") }
            guard let named = list.ended else {
                throw OperatorError("\(path) holds an invalid id. Name a list of fairkit db ended --json.")
            }
            all.keys += named.keys
            all.accounts += named.accounts
            all.care += named.care
            all.signIns += named.signIns
        }
        return all
    }
}
