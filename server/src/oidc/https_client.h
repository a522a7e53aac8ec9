#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace prichal::oidc {

struct HttpsRequest {
  std::string url;
  /// Of type application/x-www-form-urlencoded, as a POST. Empty: see `json`.
  std::string form = {};
  /// Of type application/json, as a POST. Both empty: it is a GET.
  std::string json = {};
  /// The value of the Authorization line; empty: none. Overwritten when it was sent.
  std::string authorization = {};
  /// The value of the X-API-Key line; empty: none. Overwritten when it was sent.
  std::string api_key = {};
};

struct HttpsAnswer {
  int status = 0;
  std::string body;
  /// Of Cache-Control (RFC 9111 section 5.2.2.1); nothing where it has none.
  std::optional<std::chrono::seconds> max_age = {};
};

struct HttpsClientOptions {
  Millis timeout{10'000};              ///< of one request, connecting included
  std::size_t most_bytes = 64 * 1024;  ///< of one answer's body
  std::size_t most_head = 16 * 1024;   ///< of one answer's head
  std::size_t most_requests = 64;      ///< that wait or are under way; more fail at once
  bool allows_http = false;            ///< besides https
};

/// Asks servers of others from a thread of its own, so that no loop waits. Their certificates are
/// verified by the system's authorities. Redirects are answers like any other: nothing that a
/// server says makes it ask another one, and no proxy of the environment is used.
class HttpsClient {
 public:
  /// The error: why there is no answer, in words without anything of the request.
  using Done = UniqueFunction<void(Result<HttpsAnswer, std::string>)>;

  explicit HttpsClient(const HttpsClientOptions& options);
  HttpsClient(const HttpsClient&) = delete;
  HttpsClient& operator=(const HttpsClient&) = delete;
  /// Stop().
  ~HttpsClient();

  /// Any thread. `done` is called once, on the client's thread; on the caller's own where there is
  /// no room or the client has stopped.
  void Ask(HttpsRequest request, Done done);

  /// What is under way fails. Afterwards nothing is called any more. A second call does nothing.
  void Stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::oidc
