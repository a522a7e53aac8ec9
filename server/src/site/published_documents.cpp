#include "site/published_documents.h"

#include <fmt/format.h>

#include "base/json.h"
#include "signin/keys/key_schedule.h"

namespace prichal::site {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted;
  AppendJsonString(quoted, text);
  return quoted;
}

/// A key rotation waits for this cache lifetime before it uses a new key.
std::string CacheControl() {
  return fmt::format("public, max-age={}", signin::kPublishedMaxAge / std::chrono::seconds(1));
}

/// Returns the metadata of RFC 8414 section 2. There is no OAuth authorization or token endpoint,
/// because users sign in with data signed by Telegram or a wallet. Both required lists are
/// therefore empty; omitting them would imply default values.
std::string Metadata(const std::string& issuer, const PublishedDocuments::Endpoints& endpoints) {
  const auto url = [&issuer](std::string_view path) {
    return Quoted(fmt::format("{}{}", issuer, path));
  };
  std::string text = fmt::format(
      R"({{"issuer":{},"jwks_uri":{},"response_types_supported":[],"grant_types_supported":[])",
      Quoted(issuer), url(PublishedDocuments::kKeysPath));
  if (endpoints.revocation) {
    text += fmt::format(
        R"(,"revocation_endpoint":{},"revocation_endpoint_auth_methods_supported":["none"])",
        url("/auth/revoke"));
  }
  if (endpoints.introspection) {
    text += fmt::format(R"(,"introspection_endpoint":{})", url("/auth/introspect"));
  }
  return text + R"(,"dpop_signing_alg_values_supported":["ES256","EdDSA"]})";
}

Resource Public(std::string type, std::string text) {
  return Resource({.type = std::move(type),
                   .identity = std::move(text),
                   .cache_control = CacheControl(),
                   .readers = Readers::kAnyPage});
}

}  // namespace

PublishedDocuments::PublishedDocuments(const signin::SigningKeys& keys, const std::string& issuer,
                                       const Endpoints& endpoints)
    : keys_(Public("application/jwk-set+json", keys.published().Write())),
      metadata_(Public("application/json", Metadata(issuer, endpoints))) {}

http::Response PublishedDocuments::Respond(const http::Request& request,
                                           const std::shared_ptr<const void>& keeper) const {
  return (request.path == kKeysPath ? keys_ : metadata_).Respond(request, keeper);
}

}  // namespace prichal::site
