import FairKitStore
import Typesetting

/// Why a document could not be drawn.
package enum DrawFailure: Error {
    case worker(ScanWorkerPool.Failure)
    /// The server has no fonts.
    case noFonts
    /// It is too long, or drawing failed.
    case impossible
}

extension Tenancy {
    /// Draws a document in a confined worker.
    ///
    /// - Parameter caller: who asked, of whom only some documents wait at once.
    /// - Returns: the file.
    func draw(_ request: DrawingRequest, for caller: String) async throws(DrawFailure) -> [UInt8] {
        let drawing: Drawing
        do { drawing = try await workers.draw(request, of: store.auditTenant, for: caller) } catch {
            throw .worker(error)
        }
        switch drawing {
        case .file(let bytes): return bytes
        case .noFonts: throw .noFonts
        case .impossible: throw .impossible
        }
    }
}
