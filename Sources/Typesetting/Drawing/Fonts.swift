import CPango
import Glibc

/// The fonts that documents are drawn in, by Debian's package fonts-noto-core, and DejaVu where it is missing.
enum Fonts {
    /// Cairo keeps ten files open (`MAX_OPEN_FACES`). The sandbox lets it open none, so there are no more than ten.
    private static let most = 10

    private static let folders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/truetype/dejavu"]

    /// Latin, Greek and Cyrillic first; then what people's names are written in.
    private static let files = [
        "NotoSans-Regular", "NotoSans-Bold", "NotoSansArabic-Regular", "NotoSansArabic-Bold",
        "NotoSansDevanagari-Regular", "NotoSansDevanagari-Bold", "NotoSansEthiopic-Regular",
        "NotoSansBengali-Regular", "NotoSansHebrew-Regular", "NotoSansThai-Regular",
        "DejaVuSans", "DejaVuSans-Bold",
    ]

    /// Texts whose drawing loads each font, and the dictionary of Thai words.
    static let sample = "Ag Áñ ש نص हिन्दी ኢት বাং ไทย \u{4E2D}"

    /// Tells fontconfig the fonts, and nothing else of the machine.
    ///
    /// - Returns: false if there is no font.
    static func load() -> Bool {
        guard let configuration = unsafe FcConfigCreate() else { return false }
        var found = 0
        for name in files where found < most {
            for folder in folders {
                let path = "\(folder)/\(name).ttf"
                guard unsafe access(path, R_OK) == 0, unsafe FcConfigAppFontAddFile(configuration, path) != 0 else {
                    continue
                }
                found += 1
            }
        }
        guard found > 0 else {
            unsafe FcConfigDestroy(configuration)
            return false
        }
        // It keeps the configuration.
        return unsafe FcConfigSetCurrent(configuration) != 0
    }
}
