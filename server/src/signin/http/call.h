#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "signin/service/auth_events.h"
#include "signin/service/auth_loop.h"
#include "signin/service/problem.h"
#include "base/ip_address.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"

namespace prichal::app {

/// The parts of a request to /auth/ that its response needs, kept while the ledger is asked.
/// Copyable. Used on the loop of its request.
class AuthCall {
 public:
  AuthCall(AuthLoop& loop, const http::Request& request, const net::ResponseWriter& writer);

  [[nodiscard]] AuthLoop& loop() const { return *loop_; }
  [[nodiscard]] const IpAddress& client() const { return client_; }
  /// Measures the time to the response, as this kind.
  void Measure(AuthKind kind) { kind_ = kind; }
  /// The client and the time, for events.
  [[nodiscard]] AuthOrigin origin() const;
  [[nodiscard]] AuthEvents& events() const;
  /// True if the page asks for tokens in cookies, and may have them.
  [[nodiscard]] bool cookies() const { return cookies_; }

  /// Sends a response, which is counted as `code`.
  void Respond(std::string_view code, const http::Response& response) const;
  /// Responds with 200 and JSON, or with 204 if `body` is empty. `lines` are more header lines.
  void Answer(std::string_view code, std::string body, std::string_view lines = {}) const;
  /// Redirects the browser (302).
  void Redirect(std::string_view code, std::string_view address, std::string_view lines = {}) const;
  void Refuse(const Problem& problem) const;

  /// Makes refusals redirect the browser to `address`, of ReturnAddress(), with
  /// `sign_in_error=CODE` in the query: a user who navigated here must see a page again.
  void RefuseTo(std::string address) { refuses_to_ = std::move(address); }

  /// Adds header lines to the response, each with CRLF.
  void AddLines(std::string_view lines) { lines_ += lines; }

 private:
  AuthLoop* loop_;
  StreamHandle handle_;
  IpAddress client_;
  std::string lines_;       ///< of every answer
  std::string refuses_to_;  ///< empty: a refusal is a problem
  bool cookies_;
  std::optional<AuthKind> kind_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace prichal::app
