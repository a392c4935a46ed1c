package import FairKitCore

// Values of the core whose members are those of the API.

extension StoreStatistics: JSONBody {}
extension DeliveryCounts: JSONBody {}
extension RowCounts: JSONBody {}
extension ScannedPhoto: JSONBody {}
extension ScannedPhoto.Picture: JSONBody {}
extension ScannedPhoto.Reading: JSONBody {}
extension ScannedPhoto.Steps: JSONBody {}
