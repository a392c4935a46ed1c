import Dispatch
import FairKitServer
import FoundationEssentials
import Glibc
import Synchronization

/// A folder of this user's alone that is removed again, by SIGINT and SIGTERM, too, which end the process then.
final class ScratchFolder {
    /// Where it is.
    let path: String
    private let signals: [any DispatchSourceSignal]
    private let removing: Removing

    /// - Parameters:
    ///   - parent: a folder that is there.
    ///   - name: what its name begins with.
    ///   - sentence: what the user is told of a signal that ended the work.
    init(in parent: String, named name: String, interrupted sentence: String) throws(OperatorError) {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw OperatorError(
                "No folder can be made in \(parent) (\(unsafe String(cString: strerror(errno)))). Name another place with --into."
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
                // The command is not told of the files that it misses now: it waits for the lock, which is never released.
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

    /// Removes it with all that is in it.
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

    /// Renames the folder first, so that work which goes on finds no place for new files. Work that holds the folder open still adds some: the
    /// removal is tried again for five seconds.
    private static func remove(_ path: String) {
        let gone = path + ".gone"
        let place = unsafe rename(path, gone) == 0 ? gone : path
        for _ in 0..<100 {
            if (try? FileManager.default.removeItem(atPath: place)) != nil { return }
            usleep(50_000)
        }
        do { try FileManager.default.removeItem(atPath: place) } catch {
            note("\(place) could not be removed: \(error). Remove it yourself; what is in it is encrypted.")
        }
    }
}
