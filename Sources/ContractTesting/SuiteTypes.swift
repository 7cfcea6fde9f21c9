public import Endpoints
public import StrictJSON

// The types of other modules that a suite is written with, so that its file imports this module only.
//
// They are named one by one: to export the modules as a whole would show some 60 types more, and
// `@_exported` is no stable part of the language.

/// A kind of request: base URL, path and `queryItems`.
public typealias Endpoint = Endpoints.Endpoint

/// The method of a request.
public typealias HTTPMethod = Endpoints.HTTPMethod

/// What is secret in addresses and bodies.
public typealias Redaction = Endpoints.Redaction

/// How the answers of a request are divided into pages.
public typealias Paging = Endpoints.Paging

/// How a client treats servers.
public typealias Politeness = Endpoints.Politeness

/// The decoder of a type, with strategies as those of `JSONDecoder`, such as `dateDecodingStrategy`.
public typealias StrictDecoder = StrictJSON.StrictDecoder
