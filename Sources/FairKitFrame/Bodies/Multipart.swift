/// A `multipart/form-data` form (RFC 7578, with the framing of RFC 2046, section 5.1).
package struct Multipart: Equatable {
    /// One field of the form.
    package struct Part: Equatable {
        package let name: String
        /// Whether the field has a file name.
        package let isFile: Bool
        package let body: ArraySlice<UInt8>
    }

    /// The body is not a valid form.
    package enum Malformed: Error, Equatable {
        case boundary
        case framing
        case headers
        case tooManyParts
    }

    package let parts: [Part]

    package static let mostParts = 16

    /// The field with this name, if it was sent; the first one counts.
    package subscript(name: String) -> Part? { parts.first { $0.name == name } }

    /// - Parameters:
    ///   - boundary: from the Content-Type, 1 to 70 characters.
    ///   - most: the most parts.
    package init(_ body: [UInt8], boundary: String, most: Int = mostParts) throws(Malformed) {
        guard (1...70).contains(boundary.utf8.count) else { throw .boundary }
        // The first delimiter may be at the very beginning, without a line break before it.
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var rest = body[...]
        if rest.starts(with: delimiter.dropFirst(2)) {
            rest = rest.dropFirst(delimiter.count - 2)
        } else {
            guard let first = rest.firstIndex(of: delimiter) else { throw .framing }
            rest = rest[(first + delimiter.count)...]
        }
        var parts: [Part] = []
        while !rest.starts(with: "--".utf8) {
            guard parts.count < most else { throw .tooManyParts }
            // White space after the boundary is transport padding.
            rest = rest.drop { $0 == 32 || $0 == 9 }
            guard rest.starts(with: "\r\n".utf8), let end = rest.firstIndex(of: delimiter) else { throw .framing }
            parts.append(try Part(rest[rest.startIndex..<end]))
            rest = rest[(end + delimiter.count)...]
        }
        self.parts = parts
    }

    /// The boundary named by a Content-Type; nil if it is not multipart/form-data.
    package static func boundary(in contentType: String) -> String? {
        let (type, parameters) = parse(header: contentType)
        return type.lowercased() == "multipart/form-data" ? parameters["boundary"] : nil
    }

    /// Splits `value; name=token; name="quoted"`.
    fileprivate static func parse(header: String) -> (value: String, parameters: [String: String]) {
        var fields: [String] = [""]
        var isQuoted = false
        var isEscaped = false
        for character in header {
            if isEscaped {
                fields[fields.count - 1].append(character)
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        var parameters: [String: String] = [:]
        for field in fields.dropFirst() {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            parameters[String(pair[0].drop { $0 == " " || $0 == "\t" }).lowercased()] = String(pair[1])
        }
        return (String(fields[0].filter { $0 != " " }), parameters)
    }
}

extension Multipart.Part {
    /// - Parameter bytes: from the line break after the boundary to the one before the next.
    fileprivate init(_ bytes: ArraySlice<UInt8>) throws(Multipart.Malformed) {
        // No valid form field has longer headers.
        let head = bytes.prefix(8192)
        guard let blank = head.firstIndex(of: Array("\r\n\r\n".utf8)) else { throw .headers }
        let lines = String(decoding: head[..<blank], as: UTF8.self).split(separator: "\r\n")
        for line in lines {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2, field[0].lowercased() == "content-disposition" else { continue }
            let (value, parameters) = Multipart.parse(header: String(field[1]))
            guard value.lowercased() == "form-data", let name = parameters["name"] else { throw .headers }
            self.name = name
            isFile = parameters["filename"] != nil
            body = bytes[(blank + 4)...]
            return
        }
        throw .headers
    }
}

extension ArraySlice<UInt8> {
    /// The index where a pattern first begins.
    fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
        guard count >= pattern.count else { return nil }
        let text = span
        search: for start in 0...(count - pattern.count) where text[start] == pattern[0] {
            for offset in 1..<pattern.count where text[start + offset] != pattern[offset] { continue search }
            return startIndex + start
        }
        return nil
    }
}
