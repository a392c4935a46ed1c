/// A statement written in full, in which every interpolated value is a binding: `"… WHERE id = \(id)"`.
///
/// A `String` can't be spliced in as text, so SQL injection does not compile; another `SQL` can be spliced. What
/// engines spell differently is a `SQLToken`. A `Dialect` renders the whole. See decision 0030.
@usableFromInline package struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// One part of a statement.
    package enum Piece: Hashable, Sendable {
        /// Literal text.
        case text(String)
        /// The next binding.
        case value
        /// A token that each engine spells in its own way.
        case token(SQLToken)
    }

    /// The pieces in one string, with a mark for each piece that is not text. It is the key of the statement cache, so
    /// a dialect renders a statement only when it is prepared.
    package fileprivate(set) var template: String
    /// The values, in order.
    package internal(set) var bindings: [SQLValue]
    /// Those of the values that are sealed where the engine does not encrypt its files.
    package internal(set) var sealings: [Sealing]

    @usableFromInline package init(stringLiteral value: String) {
        template = value
        bindings = []
        sealings = []
    }

    @usableFromInline package init(stringInterpolation: StringInterpolation) {
        template = stringInterpolation.template
        bindings = stringInterpolation.bindings
        sealings = stringInterpolation.sealings
    }

    /// The statement's interpolation: a value becomes a binding, never text.
    @usableFromInline package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var template = ""
        private(set) var bindings: [SQLValue] = []
        var sealings: [Sealing] = []

        @usableFromInline package init(literalCapacity: Int, interpolationCount: Int) {
            template.reserveCapacity(literalCapacity + interpolationCount)
            bindings.reserveCapacity(interpolationCount)
        }

        @usableFromInline package mutating func appendLiteral(_ literal: String) {
            template += literal
        }

        /// Binds a value.
        @inlinable package mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            bind(value.sqlValue)
        }

        /// Binds a value, or NULL.
        @inlinable package mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            bind(value.sqlValue)
        }

        @usableFromInline mutating func bind(_ value: SQLValue) {
            template += Mark.value
            bindings.append(value)
        }

        /// Splices a piece of SQL together with its bindings.
        package mutating func appendInterpolation(_ fragment: SQL) {
            template += fragment.template
            sealings += fragment.sealings.moved(by: bindings.count)
            bindings += fragment.bindings
        }

        /// Inserts a token that engines spell differently.
        package mutating func appendInterpolation(_ token: SQLToken) {
            template += Mark.beginning
            template += token.rawValue
            template += Mark.end
        }
    }
}

/// The marks in a template for pieces that are not text: control characters, which no statement contains.
private enum Mark {
    static let value = "\u{1A}"
    static let beginning = "\u{2}"
    static let end = "\u{3}"
}

extension SQL {
    /// The pieces, in order.
    package var pieces: [Piece] {
        var pieces: [Piece] = []
        var text: [UInt8] = []
        func take() {
            if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        for byte in template.utf8 {
            switch byte {
            case 0x1A:
                take()
                pieces.append(.value)
            case 2: take()
            case 3:
                // Only a token's own name can be between these two.
                if let token = SQLToken(rawValue: String(decoding: text, as: UTF8.self)) {
                    pieces.append(.token(token))
                }
                text = []
            default: text.append(byte)
            }
        }
        take()
        return pieces
    }

    /// The text for errors and tests, independent of an engine: `?` for each value, `{byteCount}` for that token.
    package var text: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let written): text += written
            case .value: text += "?"
            case .token(let token): text += "{\(token.rawValue)}"
            }
        }
    }
}

extension Collection<SQL> {
    /// The conditions joined by `AND`; an empty list is always true.
    package var conjunction: SQL { isEmpty ? "1 = 1" : joined(by: " AND ") }

    /// The pieces with their bindings, concatenated.
    package func joined(by separator: SQL) -> SQL {
        guard var joined = first else { return "" }
        for piece in dropFirst() {
            joined.append(separator)
            joined.append(piece)
        }
        return joined
    }
}

extension Collection<SQL> {
    /// The first rows of lists that indexes hold in the same order, in one query of that order.
    ///
    /// SQLite steps through each list only as far as the query reaches. PostgreSQL would read all of them to the end, so
    /// there each has the order and the limit by itself.
    /// - Parameters:
    ///   - order: of all, by the numbers of the columns.
    ///   - most: how many rows the query reads.
    package func merged(by order: SQL, most: Int) -> SQL {
        guard count > 1 else { return "\(joined(by: "")) ORDER BY \(order)" }
        let limit = SQL(stringLiteral: "\(most)")
        let lists = map { "\(.list)\($0)\(.listOrder) ORDER BY \(order) LIMIT \(limit)\(.listEnd)" as SQL }
        return "\(lists.joined(by: " UNION ALL ")) ORDER BY \(order)"
    }
}

extension SQL {
    fileprivate mutating func append(_ piece: SQL) {
        template += piece.template
        sealings += piece.sealings.moved(by: bindings.count)
        bindings += piece.bindings
    }
}

extension [Sealing] {
    /// The same of a statement in which so many bindings come before.
    fileprivate func moved(by count: Int) -> [Sealing] { isEmpty ? self : map { $0.moved(by: count) } }
}
