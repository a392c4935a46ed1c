import FairKitHTTP
package import FoundationEssentials

/// The routes of the server as JSON, for the makers of the OpenAPI document.
package func servedRoutes() -> Data { RouteList.json() }
