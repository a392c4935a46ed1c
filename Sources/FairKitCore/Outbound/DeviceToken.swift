/// A device's token of the Apple Push Notification service: the address of a contact point of kind `apns`.
package struct AppleDeviceToken: Equatable, Sendable {
    /// Hexadecimal digits in lower case. It is a contact, and stands in no log.
    package let digits: String

    /// Apple's tokens have 32 bytes today, and may have up to 100.
    private static let lengths = 32...100

    /// - Parameter text: hexadecimal digits, perhaps after `apns:`.
    /// - Throws: `Invalid` with the pointer of the whole value.
    package init(_ text: String) throws(Invalid) {
        let digits = text.withoutPrefix("apns:").lowercased()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            digits.utf8.count.isMultiple(of: 2), AppleDeviceToken.lengths.contains(digits.utf8.count / 2)
        else {
            throw Invalid("", "must be the device token of APNs: 64 to 200 hexadecimal digits, perhaps after apns:")
        }
        self.digits = digits
    }
}

/// An app's registration token of Firebase Cloud Messaging: the address of a contact point of kind `fcm`.
package struct FirebaseToken: Equatable, Sendable {
    /// It is a contact, and stands in no log.
    package let text: String

    private static let mostBytes = 1024

    /// - Parameter text: the token, perhaps after `fcm:`.
    /// - Throws: `Invalid` with the pointer of the whole value.
    package init(_ text: String) throws(Invalid) {
        let token = text.withoutPrefix("fcm:")
        guard (1...FirebaseToken.mostBytes).contains(token.utf8.count), token.utf8.allSatisfy(\.isOfToken)
        else { throw Invalid("", "must be the registration token of FCM: letters, digits, and the characters - _ : .") }
        self.text = token
    }
}

extension String {
    fileprivate func withoutPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}

extension UInt8 {
    fileprivate var isOfToken: Bool {
        (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
            || "-_:.".utf8.contains(self)
    }
}
