#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/address.h"
#include "base/result.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"
#include "signin/ledger/refresh_token.h"
#include "signin/service/auth_events.h"
#include "signin/service/auth_shared.h"
#include "signin/service/problem.h"

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

/// The session of a request, proven by an access token or a cookie. Only the ledger knows whether
/// the session is alive.
struct Credential {
  auth::SessionId session;
  /// True for an access token, false for a cookie, which a browser sends whether the page wants it
  /// or not.
  bool by_token = false;
  /// Thumbprint of the DPoP key that the token is bound to and that the request has shown. Empty if
  /// the token is not bound.
  std::string key_thumbprint = {};
};

/// The request as its client sent it, which a DPoP proof must match.
struct SentRequest {
  std::string_view method;  ///< "POST"
  std::string uri;          ///< absolute
  /// True if the request changes nothing. A page of another site may have made the browser send it.
  bool is_safe = false;
};
[[nodiscard]] SentRequest SentTo(const AuthLoop& loop, const http::Request& request);

/// The key that a request's DPoP proof (RFC 9449) shows.
struct ShownKey {
  std::string thumbprint;  ///< empty: there is no proof
};
/// Reads the DPoP proof of a request. `access_token` is the token in the request. Empty if there is
/// none.
[[nodiscard]] Result<ShownKey, Problem> ReadDpop(AuthLoop& loop, const http::Request& request,
                                                 const SentRequest& sent,
                                                 std::string_view access_token);

/// Removes the scheme from an Authorization header. Scheme names are not case-sensitive (RFC 9110
/// section 11.1). `scheme` is in lower case.
[[nodiscard]] bool RemoveScheme(std::string_view& header, std::string_view scheme);

/// Reads one of our access tokens. Its signature is verified only the first time.
[[nodiscard]] Result<VerifiedToken, Problem> VerifyOnce(AuthLoop& loop, std::string_view text);

/// Reads the credential of a request. Empty if it has none. The problem says which rule failed.
[[nodiscard]] Result<std::optional<Credential>, Problem> ReadCredential(
    AuthLoop& loop, const http::Request& request, const SentRequest& sent);

/// Reads the credential of a request that must have one.
[[nodiscard]] Result<Credential, Problem> RequireCredential(AuthLoop& loop,
                                                            const http::Request& request,
                                                            const SentRequest& sent);

}  // namespace prichal::app
