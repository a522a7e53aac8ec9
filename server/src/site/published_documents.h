#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "http/codec/request.h"
#include "http/codec/response.h"
#include "signin/keys/signing_keys.h"
#include "site/resource.h"

namespace prichal::site {

/// Public documents with which backends verify tokens: the key set (RFC 7517) and the authorization
/// server metadata (RFC 8414). Immutable, any thread. A key rotation makes a new object.
class PublishedDocuments {
 public:
  static constexpr std::string_view kKeysPath = "/.well-known/jwks.json";
  static constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";

  /// Optional endpoints below the issuer, listed in the metadata if enabled.
  struct Endpoints {
    bool revocation = false;     ///< /auth/revoke (RFC 7009)
    bool introspection = false;  ///< /auth/introspect (RFC 7662)
  };
  /// `issuer`: origin of the site.
  PublishedDocuments(const signin::SigningKeys& keys, const std::string& issuer,
                     const Endpoints& endpoints);

  /// Returns whether this path is one of the documents.
  [[nodiscard]] static bool Owns(std::string_view path) {
    return path == kKeysPath || path == kMetadataPath;
  }
  /// Returns the response for a path that Owns() accepts. GET and HEAD: 200, or 304 if the client's
  /// copy is current. OPTIONS: the preflight response, because any page can read both documents.
  /// @param keeper keeps this object alive until the response has been sent; null if the caller
  /// ensures that
  [[nodiscard]] http::Response Respond(const http::Request& request,
                                       const std::shared_ptr<const void>& keeper) const;

 private:
  Resource keys_;
  Resource metadata_;
};

}  // namespace prichal::site
