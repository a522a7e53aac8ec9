#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "http/codec/content_negotiation.h"
#include "http/codec/request.h"
#include "http/codec/response.h"

namespace prichal::site {

/// Cross-origin access to a resource.
enum class Readers {
  kOwnPages,  ///< only pages of this origin can load it
  kAnyFrame,  ///< any page can embed it but not read it (pictures that wallets show)
  kAnyPage,   ///< any page can read it (public JSON)
};

/// Content and headers of a resource, the input of Resource.
struct Content {
  std::string type;                     ///< Content-Type
  std::string identity;                 ///< uncompressed bytes
  std::optional<std::string> brotli{};  ///< compressed bytes; ignored if they are not smaller
  std::optional<std::string> gzip{};
  std::string cache_control;
  std::string lines{};  ///< additional header lines, each with CRLF
  Readers readers = Readers::kOwnPages;
  /// Status of GET and HEAD. If it is not 200, the response has no ETag and is never a 304 (RFC
  /// 9110 section 13.2.1).
  int status = 200;
};

/// A resource with all its responses prepared: two for each coding. Responses point into the
/// resource and share ownership of `keeper`. Each thread has its own keeper, so that threads do not
/// contend for one reference count. Immutable; any thread.
class Resource {
 public:
  /// Prepares all responses.
  explicit Resource(Content content);

  /// Returns the response. GET and HEAD: 200, or 304 if the client's copy is current. OPTIONS: the
  /// preflight response if any page can read it. Other methods: 405.
  /// @param keeper keeps the resource alive until the response has been sent; null if the caller
  /// ensures that
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
  std::array<Variant, 3> variants_;  ///< by http::Coding; only those in `codings_`, and identity
  http::Response not_acceptable_;
  http::Response options_;
  http::Response wrong_method_;
};

/// Encodes as standard base64 with padding (RFC 4648 section 4), as used in Content-Security-Policy
/// sources.
[[nodiscard]] std::string Base64(const Sha256Digest& digest);

/// Compression level. Used at start-up: kBest for small documents that every user loads, kQuick for
/// files that the build should have compressed.
enum class Effort { kBest, kQuick };

/// Compresses with Brotli (RFC 7932). Any thread.
[[nodiscard]] std::string Brotli(std::string_view bytes, Effort effort);

/// Compresses with gzip (RFC 1952). Writes no name and time, so the result depends only on `bytes`.
/// Any thread.
[[nodiscard]] std::string Gzip(std::string_view bytes, Effort effort);

/// Media type of a file and whether to compress it.
struct ContentType {
  std::string_view name;  ///< header value, with charset if needed
  bool compressible;      ///< true for text formats
};

/// Returns the type for the file name's extension (case-insensitive), or
/// `application/octet-stream`. Never inspects the content, because all responses have nosniff. Any
/// thread.
ContentType ContentTypeOf(std::string_view path);

}  // namespace prichal::site
