import Foundation
import PackagePlugin

/// Has `bodies.py` write how the bodies of a target become JSON. See decision 0152.
@main struct WriteBodies: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
        let folder = context.package.directoryURL
        let script = folder.appending(path: "Plugins/WriteBodies/bodies.py")
        let output = context.pluginWorkDirectoryURL.appending(path: "Bodies.swift")
        // Some bodies are values of the core.
        let values = target.dependencies.compactMap { dependency in
            if case .target(let target) = dependency, target.name == "FairKitCore" { target } else { nil }
        }
        let sources = ([target] + values).compactMap(\.sourceModule).flatMap {
            $0.sourceFiles(withSuffix: "swift").map(\.url)
        }
        let names = [script, output, target.directoryURL].map { $0.path(percentEncoded: false) }
        return [
            .buildCommand(
                displayName: "Writing the bodies of \(target.name)", executable: URL(filePath: "/usr/bin/env"),
                arguments: ["python3"] + names + sources.map { $0.path(percentEncoded: false) },
                inputFiles: [script] + sources, outputFiles: [output])
        ]
    }
}
