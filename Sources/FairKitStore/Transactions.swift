// The names of the layer below that a use case needs, so that it imports only the store. Swift shows it the statements, too:
// `LayeringTests` finds those.

@_exported public import struct Relational.Connection
@_exported public import enum Relational.DatabaseError
@_exported public import enum Relational.ReadLane
@_exported public import typealias Relational.ReadTransaction
@_exported public import enum Relational.WriteLane
@_exported public import typealias Relational.WriteTransaction
