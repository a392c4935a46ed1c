/// Whether pages are light or dark: as the device says, unless their reader chose.
enum Theme: String, CaseIterable {
    case device, light, dark

    /// For what a browser draws before it has the style sheet, and for its own controls.
    var schemes: String { self == .device ? "light dark" : rawValue }

    /// When the dark colours of the style sheet count. They stand there once, for the device's choice.
    private var media: String {
        switch self {
        case .device: Theme.asDevice
        case .light: "@media not all"
        case .dark: "@media screen"
        }
    }

    private static let asDevice = "@media screen and (prefers-color-scheme: dark)"

    /// The style sheet with its dark colours for this theme.
    func applied(to style: [UInt8]) -> [UInt8] {
        let text = String(decoding: style, as: UTF8.self)
        guard text.contains(Theme.asDevice) else { fatalError("The style sheet has no dark colours") }
        return Array(text.replacing(Theme.asDevice, with: media).utf8)
    }
}
