package import FairKitCore

/// Reads photos and draws documents in confined processes: `ScanWorkerPool` in FairKitRuntime. See decision 0150.
package protocol PictureWorkers: Sendable {
    /// Reads the kit codes in a photo.
    ///
    /// - Parameters:
    ///   - isCopied: whether a grey copy is made of a photo without a kit code.
    ///   - tenant: the tenant. Tenants with waiting photos take turns.
    /// - Returns: with the copy, a JPEG.
    func read(
        _ photo: [UInt8], isCopied: Bool, of tenant: String
    ) async throws(PhotoFailure) -> (kit: KitReading, copy: [UInt8]?)

    /// Reads the kit codes in a photo, and describes how they were found.
    func scan(_ photo: [UInt8], of tenant: String) async throws(PhotoFailure) -> ScannedPhoto

    /// Cuts the middle out of a person's photo, and encodes it in two sizes, without metadata.
    func portrait(of photo: [UInt8], of tenant: String) async throws(PhotoFailure) -> (large: [UInt8], small: [UInt8])

    /// Draws a document or a chart.
    ///
    /// - Parameter caller: the caller who waits, of whom only some documents wait at once.
    /// - Returns: the file.
    func draw(_ request: DrawingRequest, of tenant: String, for caller: String) async throws(DrawFailure) -> [UInt8]
}

/// Why no worker answered.
package enum WorkerFailure: Error {
    /// The queue is full.
    case busy
    /// The worker ended without a report: the picture crashed it, or took too long.
    case workerFailed
    /// No worker could be started or confined. This is the server's fault, not the picture's.
    case unavailable
    /// The kernel lacks a layer of the sandbox, and the operator has not accepted that. Pictures are refused.
    case unsandboxed
    /// The server is stopping.
    case stopped
}

/// Why a photo was not read.
package enum PhotoFailure: Error {
    case picture(UnreadablePhoto)
    case worker(WorkerFailure)
}

/// Why a document was not drawn.
package enum DrawFailure: Error {
    case worker(WorkerFailure)
    /// The server has no fonts.
    case noFonts
    /// It is too long, or drawing failed.
    case impossible
}

/// A photo that can't be decoded.
package struct UnreadablePhoto: Error {
    package enum Reason: Sendable { case damaged, tooManyBytes, tooManyPixels, unsupported }

    package let reason: Reason
    /// The reason and the remedy, for the person who sent the photo.
    package let sentence: String

    package init(_ reason: Reason, _ sentence: String) {
        self.reason = reason
        self.sentence = sentence
    }
}
