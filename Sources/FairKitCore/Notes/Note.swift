/// A note by a member of staff to the others about a kit, a result or an alert. It never changes, and no patient and no
/// program outside gets it; a laboratory reads its own only. See decision 0104.
package struct Note: Equatable, Sendable {
    package let id: NoteID
    package let subject: NoteSubject
    /// The account or key that wrote it.
    package let author: ActorID
    package let at: Timestamp
    package let text: String

    package init(id: NoteID, subject: NoteSubject, author: ActorID, at time: Timestamp, text: String) {
        self.id = id
        self.subject = subject
        self.author = author
        at = time
        self.text = text
    }

    /// The length of its text, in characters.
    package static let length = 1...2000
}

package typealias NoteID = ID<Note>

/// The subject of a note.
package enum NoteSubject: Equatable, Sendable {
    case kit(KitID)
    case result(ResultID)
    case alert(AlertID)

    package var noun: String {
        switch self {
        case .kit: "kit"
        case .result: "result"
        case .alert: "alert"
        }
    }

    /// Its id, as notes are found by it.
    package var id: ID<NoteSubject> {
        switch self {
        case .kit(let id): ID(uuid: id.uuid)
        case .result(let id): ID(uuid: id.uuid)
        case .alert(let id): ID(uuid: id.uuid)
        }
    }

    package init?(noun: String, id: ID<NoteSubject>) {
        switch noun {
        case "kit": self = .kit(KitID(uuid: id.uuid))
        case "result": self = .result(ResultID(uuid: id.uuid))
        case "alert": self = .alert(AlertID(uuid: id.uuid))
        default: return nil
        }
    }

    package var record: RecordID {
        switch self {
        case .kit(let id): .kit(id)
        case .result(let id): .result(id)
        case .alert(let id): .alert(id)
        }
    }

    /// The actions that a caller must be allowed, to read and to write notes about it.
    package var notes: (reading: Action, writing: Action) {
        switch self {
        case .kit: (.readKitNotes, .writeKitNotes)
        case .result: (.readResultNotes, .writeResultNotes)
        case .alert: (.readNotes, .writeNotes)
        }
    }

    /// The action that a caller must be allowed, to read the kit, the result or the alert itself.
    package var reading: Action {
        switch self {
        case .kit: .readKits
        case .result: .readResults
        case .alert: .readAlerts
        }
    }
}
