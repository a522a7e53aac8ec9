#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "http/negotiate.h"
#include "http/request.h"
#include "http/response.h"

namespace prichal::host {

/// Who may read a resource from a page of another origin.
enum class Readers {
  kOwnPages,  ///< only pages of this origin: other pages cannot load it
  kAnyFrame,  ///< any page may embed it, none may read it (pictures that wallets show)
  kAnyPage,   ///< any page may read it (public JSON)
};

/// What a resource is made of, before its responses are prepared.
struct Content {
  std::string type;                     ///< Content-Type
  std::string identity;                 ///< the bytes as they are
  std::optional<std::string> brotli{};  ///< the same, compressed; dropped where it saves nothing
  std::optional<std::string> gzip{};
  std::string cache_control;
  std::string lines{};  ///< more header lines, each ended by CRLF
  Readers readers = Readers::kOwnPages;
  int status =
      200;  ///< of GET and HEAD; any other has no tag and is never a 304 (RFC 9110, 13.2.1)
};

/// One thing that can be asked for, with every response to it made beforehand: two for each coding.
///
/// Responses point into the resource and count references to what keeps it, which each loop has for
/// itself, so that loops do not write to one counter for every request. Never changes; any thread.
class Resource {
 public:
  explicit Resource(Content content);

  /// GET and HEAD: 200, or 304 when the client has it. OPTIONS: the permissions of a preflight
  /// where any page may read. Other methods: 405.
  /// @param keeper keeps the resource until the response has been sent; null where something else
  /// does
  [[nodiscard]] http::Response Respond(const http::Request& request,
                                       const std::shared_ptr<const void>& keeper) const;

 private:
  struct Variant {
    std::string etag;
    http::Response found;
    http::Response not_modified;
  };

  [[nodiscard]] Variant MakeVariant(const Content& content, http::Coding coding,
                                    std::string bytes) const;

  http::Codings codings_;
  Readers readers_;
  std::array<Variant, 3> variants_;  ///< by http::Coding; those that `codings_` has, and identity
  http::Response not_acceptable_;
  http::Response options_;
  http::Response wrong_method_;
};

}  // namespace prichal::host
