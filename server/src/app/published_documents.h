#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "auth/signing_keys.h"
#include "host/resource.h"
#include "http/request.h"
#include "http/response.h"

namespace prichal::app {

/// What back ends find out about sign-in by themselves, as two public documents: the keys that
/// verify (RFC 7517) and what there is at this issuer (RFC 8414). Never changes: a rotation makes
/// another one. Any thread.
class PublishedDocuments {
 public:
  static constexpr std::string_view kKeysPath = "/.well-known/jwks.json";
  static constexpr std::string_view kMetadataPath = "/.well-known/oauth-authorization-server";

  /// What is served below the issuer besides: RFC 8414 names only what is there.
  struct Endpoints {
    bool revocation = false;     ///< /auth/revoke (RFC 7009)
    bool introspection = false;  ///< /auth/introspect (RFC 7662)
  };
  /// `issuer`: an origin.
  PublishedDocuments(const auth::SigningKeys& keys, const std::string& issuer,
                     const Endpoints& endpoints);

  [[nodiscard]] static bool Owns(std::string_view path) {
    return path == kKeysPath || path == kMetadataPath;
  }
  /// Answers a path that Owns() names: GET and HEAD, 304 for who has it, OPTIONS for pages of other
  /// origins, which may read both.
  /// @param keeper keeps this object until the response has been sent; null where something else
  /// does
  [[nodiscard]] http::Response Respond(const http::Request& request,
                                       const std::shared_ptr<const void>& keeper) const;

 private:
  host::Resource keys_;
  host::Resource metadata_;
};

}  // namespace prichal::app
