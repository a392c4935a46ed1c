/// Why a kit has no result that stands, though one was posted.
package enum ResultObstacle: Sendable {
    case held
    case withdrawn
}
