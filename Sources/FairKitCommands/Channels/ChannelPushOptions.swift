import ArgumentParser
import FairKitServer

/// The content of a test message to an app or a browser besides its text.
struct ChannelPushOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The number on the app's icon.", valueName: "count"))
    var badge: Int?

    @Option(
        help: ArgumentHelp(
            "A text: the message replaces an earlier one with the same text on the device.", valueName: "text"))
    var collapse: String?

    @Option(help: ArgumentHelp("A file with a JSON object, which the app gets beside the text.", valueName: "file"))
    var data: String?

    /// The content of the file.
    func dataBytes() throws -> [UInt8]? {
        try data.map { Array(try TextFile($0).text.utf8) }
    }
}
