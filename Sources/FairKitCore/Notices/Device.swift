/// A person's device on which an app or a browser receives notices: a contact point, with what its app said of it
/// (requirement R5.1).
package struct Device: Equatable, Sendable {
    package let contact: ContactPoint
    package let details: DeviceDetails
    /// When its app registered it last.
    package let seenAt: Timestamp

    /// The most devices of an account. One more takes the place of the one that was seen longest ago.
    package static let most = 20

    package init(contact: ContactPoint, details: DeviceDetails, seenAt: Timestamp) {
        self.contact = contact
        self.details = details
        self.seenAt = seenAt
    }
}

/// The details that an app gives of its device.
package struct DeviceDetails: Equatable, Sendable {
    /// The texts are stored; append only.
    package enum Platform: String, Sendable, CaseIterable {
        case ios
        case android
        case web
    }

    package let platform: Platform
    package let osVersion: String?
    package let appVersion: String?
    /// The name by which its owner knows it.
    package let label: String?
    /// The categories that are off on this device.
    package let muted: Set<NoticeCategory>

    package init(
        platform: Platform, osVersion: String?, appVersion: String?, label: String?, muted: Set<NoticeCategory>
    ) {
        self.platform = platform
        self.osVersion = osVersion
        self.appVersion = appVersion
        self.label = label
        self.muted = muted
    }

    /// Records every invalid field.
    package func check(_ faults: inout Faults) {
        for (text, name) in [(osVersion, "osVersion"), (appVersion, "appVersion"), (label, "label")] {
            faults.require(text?.isText(1...50) ?? true, "/\(name)", "1 to 50 characters, without control characters")
        }
    }
}

/// The address of a device, in the form of its kind.
package struct DeviceAddress: Equatable, Sendable {
    package let kind: ContactKind
    package let address: String

    /// - Parameter text: `apns:` or `fcm:` and the token.
    /// - Throws: `Invalid` with the pointer of the whole value.
    package init(token text: String) throws(Invalid) {
        if text.hasPrefix("apns:") {
            (kind, address) = (.apns, try AppleDeviceToken(text).digits)
        } else if text.hasPrefix("fcm:") {
            (kind, address) = (.fcm, try FirebaseToken(text).text)
        } else {
            throw Invalid("", "must begin with apns: or fcm:, or be a browser's subscription to Web Push")
        }
    }

    /// - Parameter json: the browser's subscription, in the form that is stored. Its push service is on the public
    ///   internet, whatever the operator allows for addresses that administrators write.
    /// - Throws: `Invalid` with pointers into the subscription.
    package init(subscription json: String) throws(Invalid) {
        _ = try WebPushSubscription(json, allowsPrivate: false)
        (kind, address) = (.webPush, json)
    }
}

extension Set<NoticeCategory> {
    /// The stored form: the texts in order, separated by spaces.
    package var text: String { map(\.rawValue).sorted().joined(separator: " ") }

    /// Reads the stored form.
    package init(stored text: String) {
        self.init(text.split(separator: " ").compactMap { NoticeCategory(rawValue: String($0)) })
    }
}
