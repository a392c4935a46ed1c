import Dispatch
import FairKitServer
import FoundationEssentials
import Glibc
import Synchronization

/// A temporary folder that only this user can read. SIGINT and SIGTERM remove it, too, before they end the process.
final class ScratchFolder {
    /// Its path.
    let path: String
    private let signals: [any DispatchSourceSignal]
    private let removing: Removing

    /// - Parameters:
    ///   - parent: an existing folder.
    ///   - name: the beginning of its name.
    ///   - sentence: the message to the user about a signal that ended the work.
    init(in parent: String, named name: String, interrupted sentence: String) throws(OperatorError) {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw OperatorError(
                "No folder can be created in \(parent) (\(unsafe String(cString: strerror(errno)))). Name another one with --into."
            )
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = path
        let removing = Removing()
        self.removing = removing
        signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // The command's errors about the missing folder are not reported: the process ends first.
                removing.isDone.withLock { _ in
                    ScratchFolder.remove(path)
                    note("\(Progress.cleared)Interrupted. \(sentence)")
                    _exit(128 + number)
                }
            }
            source.resume()
            return source
        }
    }

    /// Removes it with its content.
    func remove() {
        removing.isDone.withLock { isDone in
            if !isDone { ScratchFolder.remove(path) }
            isDone = true
        }
        for source in signals { source.cancel() }
    }

    private final class Removing: Sendable {
        let isDone = Mutex(false)
    }

    /// It is renamed first, so that no running work creates files in it.
    private static func remove(_ path: String) {
        let gone = path + ".gone"
        let place = unsafe rename(path, gone) == 0 ? gone : path
        for _ in 0..<100 {
            if (try? FileManager.default.removeItem(atPath: place)) != nil { return }
            usleep(50_000)
        }
        do { try FileManager.default.removeItem(atPath: place) } catch {
            note("\(place) could not be removed: \(error). Remove it yourself. Its content is encrypted.")
        }
    }
}
