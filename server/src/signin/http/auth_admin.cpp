#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "http/codec/request.h"
#include "http/codec/response.h"
#include "signin/http/auth_service.h"
#include "signin/http/token_endpoints.h"
#include "signin/service/auth_shared.h"
#include "signin/service/identities.h"
#include "signin/service/problem.h"
#include "signin/ton/address.h"

namespace prichal::signin {
namespace {

using http::Method;

constexpr std::string_view kUsers = "/admin/auth/users";
constexpr std::string_view kIntrospect = "/admin/auth/introspect";
constexpr std::size_t kAdminBodyLimit = 16UL * 1024;

/// A pending request of an operator. Its response is sent on the loop of the operators' listener.
/// Copyable.
class AdminCall {
 public:
  explicit AdminCall(http::ResponseWriter& writer)
      : loop_(&writer.loop()), handle_(writer.handle()) {}

  /// Responds with 200 and JSON. Any thread.
  void Answer(const boost::json::object& body) const {
    Respond(http::ResponseBuilder(200)
                .Header("Cache-Control", "no-store")
                .Body("application/json", boost::json::serialize(body) + "\n"));
  }
  /// Responds with a problem. `lines`: more header lines, each with CRLF. Any thread.
  void Refuse(const Problem& problem, std::string_view lines = {}) const {
    Respond(ResponseOf(problem, lines));
  }

 private:
  void Respond(http::Response response) const {
    loop_->PostAlways([loop = loop_, handle = handle_, response = std::move(response)] {
      loop->Respond(handle, response);
    });
  }

  http::Loop* loop_;
  StreamHandle handle_;
};

boost::json::object EndedJson(const UserId& user, const std::vector<SessionId>& ended) {
  boost::json::array sessions;
  for (const SessionId& session : ended) sessions.emplace_back(session.text());
  return {{"sub", user.text()}, {"sessions", std::move(sessions)}};
}

AuthOrigin Operator(const AuthLoop& there) {
  return {.now = there.unix_time(), .client = std::nullopt};
}

void Revoke(AuthLoop& there, const AdminCall& call, const UserId& user) {
  there.ledger().EndAll(there.index(), user, there.unix_time(), [&there, call, user](auto ended) {
    if (!ended) return call.Refuse(UnavailableProblem());
    there.shared().events.Ended(Operator(there), user, *ended, EndReason::kOperator);
    call.Answer(EndedJson(user, *ended));
  });
}

void Forget(AuthLoop& there, const AdminCall& call, const UserId& user) {
  there.ledger().Forget(there.index(), user, there.unix_time(), [&there, call, user](auto ended) {
    if (!ended) return call.Refuse(UnavailableProblem());
    there.shared().events.Forgotten(Operator(there), user, *ended);
    call.Answer(EndedJson(user, *ended));
  });
}

/// Parses the identity in the query. Empty if it is missing or malformed.
std::optional<IdentityName> KnownBy(std::string_view text) {
  const http::Query query(text);
  if (const auto id = query.First("telegram")) {
    const bool is_id =
        !id->empty() && id->size() <= 16 &&
        std::all_of(id->begin(), id->end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_id) return std::nullopt;
    return IdentityName{.kind = IdentityKind::kTelegram, .key = std::string(*id)};
  }
  const auto address = ton::ParseAddress(query.First("ton").value_or(""));
  if (!address) return std::nullopt;
  return IdentityName{.kind = IdentityKind::kTon,
                      .key = fmt::format("{}/{}", query.First("network").value_or("-239"),
                                         ton::ToRaw(address->address))};
}

void Find(AuthLoop& there, const AdminCall& call, IdentityName known) {
  there.ledger().FindUser(there.index(), known.kind, std::move(known.key), [call](auto user) {
    if (!user) return call.Refuse(UnavailableProblem());
    if (!*user) {
      return call.Refuse(
          {.status = 404, .code = "user_unknown", .detail = "unknown user or identity"});
    }
    call.Answer({{"sub", (*user)->text()}});
  });
}

/// Runs `what` on the first loop of the public listener.
template <typename Do>
void Hop(const AuthShared& shared, const AdminCall& call, Do what) {
  AuthLoop& there = *shared.loops.front();
  if (!there.loop().Post([&there, call, what = std::move(what)] { what(there, call); })) {
    call.Refuse(UnavailableProblem());
  }
}

struct Order {
  std::string_view verb;
  void (*carry_out)(AuthLoop& there, const AdminCall& call, const UserId& user);
};
constexpr std::array kOrders{Order{"revoke", Revoke}, Order{"forget", Forget}};

Problem NotFound() {
  return {.status = 404, .code = "not_found", .detail = "unknown path below /auth/"};
}

void RefuseMethod(const AdminCall& call, std::string_view allowed) {
  call.Refuse({.status = 405,
               .code = "method_not_allowed",
               .detail = fmt::format("method not allowed; this path accepts {}", allowed)},
              fmt::format("Allow: {}\r\n", allowed));  // RFC 9110 section 15.5.6
}

void HandleOrder(const AuthShared& shared, const http::Request& request, const AdminCall& call) {
  const std::string_view rest = request.path.substr(kUsers.size() + 1);
  const std::size_t slash = rest.find('/');
  const std::string_view verb = slash == std::string_view::npos ? "" : rest.substr(slash + 1);
  const auto* order = std::find_if(kOrders.begin(), kOrders.end(),
                                   [verb](const Order& each) { return each.verb == verb; });
  if (order == kOrders.end()) return call.Refuse(NotFound());
  if (request.method != Method::kPost) return RefuseMethod(call, "POST");
  const auto user = UserId::Parse(rest.substr(0, slash));
  if (!user) {
    return call.Refuse({.status = 400,
                        .code = "user_malformed",
                        .detail = "malformed user ID; find it with GET /admin/auth/users"});
  }
  Hop(shared, call,
      [carry_out = order->carry_out, user = *user](AuthLoop& there, const AdminCall& to) {
        carry_out(there, to, user);
      });
}

/// Responds like /auth/introspect, but requires no secret: operators at this listener can end all
/// sessions and delete all users, so a secret would protect nothing.
void HandleIntrospect(const AuthShared& shared, const http::Request& request,
                      const AdminCall& call) {
  if (request.method != Method::kPost) return RefuseMethod(call, "POST");
  std::string token = TokenInForm(request);
  if (token.empty()) return call.Refuse(NoTokenProblem());
  Hop(shared, call, [token = std::move(token)](AuthLoop& there, const AdminCall& to) {
    if (!there.has_keys()) return to.Refuse(UnavailableProblem());
    Introspect(there, token, [to](const auto& told) {
      if (!told) return to.Refuse(UnavailableProblem());
      to.Answer(*told);
    });
  });
}

}  // namespace

std::size_t AuthAdmin::BodyLimit(const http::Request& head) const {
  return head.path == kIntrospect ? kAdminBodyLimit : 0;
}

void AuthAdmin::Handle(const http::Request& request, http::ResponseWriter& writer) {
  const AdminCall call(writer);
  // Only browsers send Origin, and no page may use this listener.
  if (!request.origin.empty()) {
    return call.Refuse({.status = 403,
                        .code = "origin_not_allowed",
                        .detail = "requests of browser pages are not allowed here"});
  }
  if (request.path == kIntrospect) return HandleIntrospect(shared_, request, call);
  if (request.path.starts_with(kUsers) && request.path.substr(kUsers.size()).starts_with('/')) {
    return HandleOrder(shared_, request, call);
  }
  if (request.path != kUsers) return call.Refuse(NotFound());
  if (request.method != Method::kGet) return RefuseMethod(call, "GET");
  auto known = KnownBy(request.query);
  if (!known) {
    return call.Refuse({.status = 400,
                        .code = "query_malformed",
                        .detail = "missing query; use ?telegram=ID, or ?ton=ADDRESS&network=-239"});
  }
  Hop(shared_, call, [known = *std::move(known)](AuthLoop& there, const AdminCall& to) {
    Find(there, to, known);
  });
}

}  // namespace prichal::signin
