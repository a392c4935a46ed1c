import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes

/// The devices of the signed-in person (requirement R5.1).
enum OwnDevices {
    static func register(_ call: Call) async throws -> Answer<DeviceBody> {
        var (body, faults) = try await call.jsonAndFaults(DeviceRequest.self)
        let address = body.address(&faults)
        let (device, isNew) = try await call.tenancy.devices.register(
            address, body.details(&faults), found: faults, by: call.caller)
        let shown = DeviceBody(device, over: call.tenancy.devices.channels)
        return isNew ? Answer(created: shown, at: "/api/v1/mobile/devices/\(device.contact.id)") : Answer(shown)
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<DeviceBody>> {
        try call.noQuery()
        let devices = try await call.tenancy.devices.list(by: call.caller)
        let channels = call.tenancy.devices.channels
        return Answer(ListBody(all: devices.map { DeviceBody($0, over: channels) }))
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.devices.remove(call.id(), by: call.caller)
        return .noContent
    }
}

/// A device as its owner sees it. Its token is not shown: it is enough to send messages to the device.
struct DeviceBody: JSONBody {
    let id: String
    let platform: String
    let channel: String
    let osVersion: String?
    let appVersion: String?
    let label: String?
    let preferences: DevicePreferences
    let registeredAt: String
    let lastSeenAt: String
    /// Whether messages reach it: false after the provider has said that the app is gone.
    let active: Bool
    /// nil in a record that a person takes along: it says nothing of this server.
    let reachable: Bool?
    let unreachableReason: UnreachableReason?

    enum UnreachableReason: String, JSONWritable {
        /// The server has no channel for the platform: the operator sets it up.
        case noChannel = "no-channel"
        /// The push service has refused the token for good: the app registers a new one.
        case gone
    }

    /// - Parameter channels: those that the server has; nil: whether the device can be reached is left out.
    init(_ device: Device, over channels: Set<ContactKind>?) {
        id = "\(device.contact.id)"
        platform = device.details.platform.rawValue
        channel = device.contact.kind.rawValue
        osVersion = device.details.osVersion
        appVersion = device.details.appVersion
        label = device.details.label
        preferences = DevicePreferences(muted: device.details.muted)
        registeredAt = "\(device.contact.createdAt)"
        lastSeenAt = "\(device.seenAt)"
        active = device.contact.isUsed
        guard let channels else {
            (reachable, unreachableReason) = (nil, nil)
            return
        }
        unreachableReason =
            !channels.contains(device.contact.kind) ? .noChannel : device.contact.isUsed ? nil : .gone
        reachable = unreachableReason == nil
    }
}

/// The kinds of notices that a device receives; a missing member counts as true.
struct DevicePreferences: Decodable, JSONBody {
    let criticalAlerts: Bool?
    let testResults: Bool?
    let reminders: Bool?
    let educational: Bool?

    init(muted: Set<NoticeCategory>) {
        criticalAlerts = !muted.contains(.criticalAlert)
        testResults = !muted.contains(.testResult)
        reminders = !muted.contains(.reminder)
        educational = !muted.contains(.educational)
    }

    var muted: Set<NoticeCategory> {
        let chosen: [(Bool?, NoticeCategory)] = [
            (criticalAlerts, .criticalAlert), (testResults, .testResult), (reminders, .reminder),
            (educational, .educational),
        ]
        return Set(chosen.filter { $0.0 == false }.map(\.1))
    }
}

private struct DeviceRequest: Decodable {
    /// `apns:…`, `fcm:…`, or a browser's subscription.
    let deviceToken: JSONTree
    let platform: String
    let osVersion: String?
    let appVersion: String?
    let label: String?
    let preferences: DevicePreferences?

    func address(_ faults: inout Faults) -> DeviceAddress? {
        do throws(Invalid) {
            switch deviceToken {
            case .text(let text): return try DeviceAddress(token: text)
            case .object:
                guard let json = subscription else {
                    throw Invalid("", "must have endpoint, and keys with p256dh and auth")
                }
                return try DeviceAddress(subscription: json)
            case .null, .bool, .number, .vast, .list:
                throw Invalid("", "has the wrong type: expected a string, or a subscription to Web Push")
            }
        } catch {
            faults.record(error.inside("/deviceToken"))
            return nil
        }
    }

    /// The subscription with the members that sending needs, always in the same order; nil: it lacks one.
    private var subscription: String? {
        struct Stored: Encodable {
            let endpoint: String
            let keys: [String: String]
        }
        guard case .object(let members) = deviceToken, case .text(let endpoint)? = members["endpoint"],
            case .object(let keys)? = members["keys"], case .text(let p256dh)? = keys["p256dh"],
            case .text(let auth)? = keys["auth"]
        else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let stored = Stored(endpoint: endpoint, keys: ["p256dh": p256dh, "auth": auth])
        return (try? encoder.encode(stored)).map { String(decoding: $0, as: UTF8.self) }
    }

    func details(_ faults: inout Faults) -> DeviceDetails {
        let platform = DeviceDetails.Platform(rawValue: platform)
        faults.require(
            platform != nil, "/platform",
            "one of \(DeviceDetails.Platform.allCases.map(\.rawValue).joined(separator: ", "))")
        return DeviceDetails(
            platform: platform ?? .web, osVersion: osVersion, appVersion: appVersion, label: label,
            muted: preferences?.muted ?? [])
    }
}
