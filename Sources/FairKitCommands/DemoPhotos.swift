import FairKitAPI
import FairKitServer
import FoundationEssentials

/// The sample photos and their descriptions in the manifest.
struct DemoPhotos {
    struct Photo: Decodable {
        let file: String
        let expect: String
        let codes: [String]
        let unread: Bool?
    }

    private struct Manifest: Decodable {
        let photos: [Photo]
    }

    let directory: String
    let all: [Photo]

    init(directory: String) throws {
        guard let json = try? Data(contentsOf: URL(filePath: "\(directory)/manifest.json")) else {
            throw OperatorError("There is no manifest.json in \(directory). Name the sample photos with --images.")
        }
        self.directory = directory
        all = try JSONDecoder().decode(Manifest.self, from: json).photos
    }

    func bytes(of photo: Photo) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(directory)/\(photo.file)")))
    }
}
