import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit news publish`
struct NewsPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish an article, or an invitation to a study.",
        discussion: """
            The file is JSON: kind (article or study), texts by language (en, es, sw), each with title and text, and perhaps link. \
            People are told in whose language there is a text: of articles, unless they have switched them off; of studies, if they \
            consent to research. FairKit tells them in batches, which fairkit news withdraw stops.

            Examples:
              fairkit news publish article.json
              fairkit news publish - < study.json
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file with the news; - is standard input.", completion: .file())
    var file: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let content = try wholeFile(file)
        guard let body = try? JSONDecoder().decode(NewsRequest.self, from: content) else {
            throw OperatorError(
                "The file is not a JSON object with kind, and with texts that have a title and a text for each language."
            )
        }
        let reply = try await options.settings().withServer { try await $0.post(NewsCommand.path, json: body) }
        if json { return print(reply.text) }
        let news = try reply.decode(NewsBody.self)
        showFacts([
            ("Id", news.id), ("Kind", news.kind), ("Languages", news.texts.keys.sorted().joined(separator: ", ")),
        ])
    }
}
