/// Lets a browser open one stream, since it can't set headers there: a secret in the address, good once and for half a
/// minute.
package enum StreamTicket: AccountSecretKind {
    package static let secretPrefix = "ft_"

    package static let lifetime = Duration.seconds(30)
    /// The most unused ones of a session; another one replaces the oldest.
    package static let mostOfSession = 10
}

package typealias TicketSecret = Secret<StreamTicket>
