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

namespace prichal::signin {

/// A request to /auth/ that waits for its response, for example while the ledger works. Copyable;
/// each request gets one response. Used on the loop of its request.
class AuthCall {
 public:
  AuthCall(AuthLoop& loop, const http::Request& request, const http::ResponseWriter& writer);

  [[nodiscard]] AuthLoop& loop() const { return *loop_; }
  [[nodiscard]] const IpAddress& client() const { return client_; }
  /// Records the response time under `kind`.
  void Measure(AuthKind kind) { kind_ = kind; }
  /// Returns the client's address and the current time, for events.
  [[nodiscard]] AuthOrigin origin() const;
  [[nodiscard]] AuthEvents& events() const;
  /// True if the page wants tokens in cookies and the configuration allows that.
  [[nodiscard]] bool cookies() const { return cookies_; }

  /// Sends a response and counts it as `code`.
  void Respond(std::string_view code, const http::Response& response) const;
  /// Responds with 200 and JSON, or with 204 if `body` is empty. `lines`: more header lines, each
  /// with CRLF.
  void Answer(std::string_view code, std::string body, std::string_view lines = {}) const;
  /// Redirects the browser (302).
  void Redirect(std::string_view code, std::string_view address, std::string_view lines = {}) const;
  /// Responds with a problem. See RefuseTo().
  void Refuse(const Problem& problem) const;

  /// Makes later refusals redirect the browser to `address`, of ReturnAddress(), with
  /// `sign_in_error=CODE` in the query. For requests that are navigations: the user must see a page
  /// again.
  void RefuseTo(std::string address) { refuses_to_ = std::move(address); }

  /// Adds header lines to the response, each with CRLF.
  void AddLines(std::string_view lines) { lines_ += lines; }

 private:
  AuthLoop* loop_;
  StreamHandle handle_;
  IpAddress client_;
  std::string lines_;       ///< added to every response
  std::string refuses_to_;  ///< empty: a refusal is sent as a problem
  bool cookies_;
  std::optional<AuthKind> kind_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// The session that a request proves by an access token or a cookie. The session may have ended:
/// only the ledger can tell.
struct Credential {
  SessionId session;
  /// True for an access token, false for a cookie. Browsers send cookies without the page's
  /// consent, so a cookie does not protect against CSRF.
  bool by_token = false;
  /// Thumbprint of the DPoP key that the token is bound to; the request has proven it. Empty if the
  /// token is not bound.
  std::string key_thumbprint = {};
};

/// Method and URL of a request as its client sent it. A DPoP proof must match both.
struct SentRequest {
  std::string_view method;  ///< "POST"
  std::string uri;          ///< absolute
  /// True if the request has no side effects, so that it needs no protection against CSRF.
  bool is_safe = false;
};
[[nodiscard]] SentRequest SentTo(const AuthLoop& loop, const http::Request& request);

/// Returns the original request of a forward-auth subrequest, from X-Forwarded-Method, -Uri and
/// -Host. They count only from proxies.trusted and from loopback (decision 15). A client that
/// forges them learns only the answer for a request that it did not send.
///
/// A missing method counts as one with side effects. A missing URL, or one of a foreign origin,
/// matches no DPoP proof. `peer` is the other end of the connection. The result's views are of
/// `request`.
[[nodiscard]] SentRequest SentThroughProxy(const AuthLoop& loop, const http::Request& request,
                                           const IpAddress& peer);

/// Verifies the DPoP proof of a request (RFC 9449). Returns the thumbprint of its key; empty if
/// there is no proof. `access_token`: the token in the request. Empty if none.
[[nodiscard]] Result<std::string, Problem> ReadDpop(AuthLoop& loop, const http::Request& request,
                                                    const SentRequest& sent,
                                                    std::string_view access_token);

/// Removes the scheme from an Authorization header. Returns false if the header has another scheme.
/// Scheme names are not case-sensitive (RFC 9110 section 11.1). `scheme` is in lower case.
[[nodiscard]] bool RemoveScheme(std::string_view& header, std::string_view scheme);

/// Verifies an access token of this server. A token that is in the cache is not verified again.
[[nodiscard]] Result<VerifiedToken, Problem> VerifyOnce(AuthLoop& loop, std::string_view text);

/// Reads the credential of a request. Empty if there is none. The problem names the failed rule.
[[nodiscard]] Result<std::optional<Credential>, Problem> ReadCredential(
    AuthLoop& loop, const http::Request& request, const SentRequest& sent);

/// Reads the credential of a request. A missing one is a problem.
[[nodiscard]] Result<Credential, Problem> RequireCredential(AuthLoop& loop,
                                                            const http::Request& request,
                                                            const SentRequest& sent);

/// Checks `rd`, the URL to which the browser returns after sign-in. It must be a path of our own
/// origin or a URL of an origin in auth.origins, and have at most 512 visible ASCII characters
/// without a backslash. Returns the absolute URL, so that no browser can read a path as another
/// host. Empty if `rd` is not allowed.
[[nodiscard]] std::optional<std::string> ReturnAddress(std::string_view rd,
                                                       const AuthOrigins& origins);

/// Returns a URL of ReturnAddress() with `sign_in_error=CODE` as the last parameter of its query,
/// in place of earlier ones. If `code` is empty, it only removes them. `code`: Problem::code.
[[nodiscard]] std::string WithSignInError(std::string_view address, std::string_view code);

}  // namespace prichal::signin
