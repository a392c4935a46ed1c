import BarcodeReader
import FairKitAPI
import FairKitCore
import FairKitRuntime
import FairKitServer
import FairKitService
import FoundationEssentials

/// The output of `fairkit scan` for one photo.
struct PhotoLook: Encodable {
    let file: String
    /// The drawing, if the photo could be decoded.
    let drawing: ScanDrawing?
    private let outcome: Result<ScannedPhoto, OperatorError>

    init(_ file: String, any: Bool, copy: ScanRequest.Copy, with workers: ScanWorkerPool) async {
        self.file = file
        guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
            (outcome, drawing) = (.failure(OperatorError("The file can't be opened.")), nil)
            return
        }
        do throws(PhotoFailure) {
            if any {
                let (picture, report) = try await workers.picture(in: Array(bytes), ScanRequest(copy: copy))
                outcome = .success(ScannedPhoto(any: picture, report))
                drawing = ScanDrawing(picture: picture, times: report.times, milliseconds: report.milliseconds)
            } else {
                let reading = try await workers.kits(in: Array(bytes), copy: copy)
                outcome = .success(ScannedPhoto(reading))
                drawing = ScanDrawing(
                    picture: reading.picture, times: reading.times, milliseconds: reading.milliseconds)
            }
        } catch {
            (outcome, drawing) = (.failure(OperatorError(error.sentence)), nil)
        }
    }

    var hasCodes: Bool { if case .success(let scanned) = outcome { !scanned.codes.isEmpty } else { false } }

    /// For people: the file, its codes or why there are none, and the time that it took.
    var line: String {
        switch outcome {
        case .failure(let refusal): return "\(file)  \(refusal)  0 ms"
        case .success(let scanned):
            let isPlain = ["kit", "codes"].contains(scanned.outcome)
            let said = isPlain ? scanned.codes : scanned.codes + [scanned.detail]
            return "\(file)  \(said.joined(separator: " "))  \(scanned.milliseconds) ms"
        }
    }

    private enum Key: CodingKey { case file, outcome, codes, detail, milliseconds }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(file, forKey: .file)
        switch outcome {
        case .success(let scanned): try scanned.encode(to: encoder)
        case .failure(let refusal):
            try members.encode("unreadable", forKey: .outcome)
            try members.encode([String](), forKey: .codes)
            try members.encode("\(refusal)", forKey: .detail)
            try members.encode(0, forKey: .milliseconds)
        }
    }
}

extension PhotoFailure {
    fileprivate var sentence: String {
        switch self {
        case .picture(let error): error.sentence
        case .worker(.unsandboxed):
            "The photo was not read: the kernel can't sandbox the decoders fully. See --accept-weaker-cage."
        case .worker: "The photo could not be decoded."
        }
    }
}
