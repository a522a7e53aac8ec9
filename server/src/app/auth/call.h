#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/auth/auth_events.h"
#include "app/auth/auth_loop.h"
#include "app/auth/problem.h"
#include "base/ip_address.h"
#include "http/request.h"
#include "net/handler.h"

namespace prichal::app {

/// A request to sign-in as far as its answer needs it: kept while the ledger is asked. On its loop.
class AuthCall {
 public:
  AuthCall(AuthLoop& loop, const http::Request& request, const net::Exchange& exchange);

  [[nodiscard]] AuthLoop& loop() const { return *loop_; }
  [[nodiscard]] const IpAddress& client() const { return client_; }
  /// From now on its answer is measured.
  void Measure(AuthKind kind) { kind_ = kind; }
  /// For events of what the request has done.
  [[nodiscard]] AuthOrigin origin() const;
  [[nodiscard]] AuthEvents& events() const;
  /// The page wants its tokens in cookies, and may.
  [[nodiscard]] bool cookies() const { return cookies_; }

  /// `code`: what the answer is counted as.
  void Respond(std::string_view code, const http::Response& response) const;
  /// 200 with JSON, or 204 where `body` is empty. `lines`: more header lines.
  void Answer(std::string_view code, std::string body, std::string_view lines = {}) const;
  /// Sends the browser on (302).
  void Redirect(std::string_view code, std::string_view address, std::string_view lines = {}) const;
  void Refuse(const Problem& problem) const;

  /// From now on a refusal sends the browser there, with `sign_in_error=CODE` in the query: a
  /// person came with a whole page and is to see one again. `address`: of ReturnAddress().
  void RefuseTo(std::string address) { refuses_to_ = std::move(address); }

  /// More lines for whichever answer it gets, each ended by CRLF.
  void AddLines(std::string_view lines) { lines_ += lines; }

 private:
  AuthLoop* loop_;
  net::Handle handle_;
  IpAddress client_;
  std::string lines_;       ///< of every answer
  std::string refuses_to_;  ///< empty: a refusal is a problem
  bool cookies_;
  std::optional<AuthKind> kind_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace prichal::app
