@_exported public import HTTPSupport
