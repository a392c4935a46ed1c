@_spi(_Unicode) import Swift

extension StringProtocol {
    /// The text without the white space that people type or copy around it.
    package var trimmed: String {
        var scalars = Substring(self).unicodeScalars
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }

    /// The text in Unicode's normalization form C: a letter with an accent is the same from every keyboard.
    package var composed: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: String(self)._nfc)
        return String(scalars)
    }
}
