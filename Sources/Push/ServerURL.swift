import FairKitCore

extension WebhookURL {
    /// The address of a path below this one.
    /// - Parameter path: begins with a slash, and is made of valid characters.
    func below(_ path: String) -> WebhookURL? {
        var base = description
        while base.last == "/" { base.removeLast() }
        return WebhookURL(stored: base + path)
    }
}
