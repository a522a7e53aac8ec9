#pragma once

#include <string>
#include <string_view>

#include "curl/easy.h"
#include "oidc/https_client.h"

namespace prichal::oidc {

/// One request and what comes of it: libcurl's easy handle with all that it points to. Stays where
/// it is.
class HttpsExchange {
 public:
  HttpsExchange(HttpsRequest request, HttpsClient::Done done);
  HttpsExchange(const HttpsExchange&) = delete;
  HttpsExchange& operator=(const HttpsExchange&) = delete;
  ~HttpsExchange();

  /// Null when libcurl cannot make one.
  [[nodiscard]] CURL* Prepare(const HttpsClientOptions& options);
  /// Calls what waits for it: the transfer has ended with `code`.
  void Finish(CURLcode code);
  /// The same, where there was no transfer.
  void Fail(std::string reason);

 private:
  static std::size_t OnHead(const char* bytes, std::size_t size, std::size_t count, void* self);
  static std::size_t OnBody(const char* bytes, std::size_t size, std::size_t count, void* self);
  void ReadLine(std::string_view line);

  HttpsRequest request_;
  HttpsClient::Done done_;
  HttpsAnswer answer_;
  std::size_t most_bytes_ = 0;
  std::size_t most_head_ = 0;
  std::size_t head_ = 0;
  bool is_too_large_ = false;
  curl::HeaderLines lines_;
  curl::Easy easy_;
};

/// The max-age of a Cache-Control line's value: the first one of those that are there; 0 where it
/// says no-store or no-cache; nothing where it says nothing of it that can be read.
[[nodiscard]] std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control);

}  // namespace prichal::oidc
