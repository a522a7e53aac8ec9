#include "app/auth/telegram_exchange.h"

#include <boost/json/value.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "app/auth/exchange.h"
#include "app/auth/identities.h"
#include "base/random.h"
#include "base/strict_json.h"
#include "telegram/init_data.h"

namespace prichal::app {
namespace {

using telegram::InitDataRule;

std::string_view CodeOf(InitDataRule rule) {
  switch (rule) {
    case InitDataRule::kExpired:
      return "init_data_expired";
    case InitDataRule::kFuture:
      return "init_data_future";
    case InitDataRule::kNotSigned:
    case InitDataRule::kHashAbsent:
    case InitDataRule::kHashMalformed:
    case InitDataRule::kSignatureMalformed:
      return "init_data_signature";
    case InitDataRule::kSignatureAbsent:
      return "init_data_signature_absent";
    case InitDataRule::kDuplicate:
      return "init_data_duplicate_key";
    default:
      return "init_data_malformed";
  }
}

bool IsForm(std::string_view code) {
  return code == "init_data_malformed" || code == "init_data_duplicate_key";
}

/// As a query: what the page has got from Telegram. Empty: there is none.
std::string InitDataIn(const http::Request& request) {
  constexpr std::string_view kScheme = "tma ";
  if (request.authorization.starts_with(kScheme)) {
    return std::string(request.authorization.substr(kScheme.size()));
  }
  const auto body = ReadStrictJson(request.body);
  if (!body || !body->is_object()) return {};
  const boost::json::value* raw = body->get_object().if_contains("init_data");
  return raw != nullptr && raw->is_string() ? std::string(raw->get_string()) : std::string();
}

/// Whether this launch may sign in once more, by auth.telegram_replay; then it does.
void ClaimAndFinish(const Exchange& exchange, const telegram::InitData& data) {
  AuthLoop& loop = exchange.call.loop();
  auth::Identity identity = IdentityOf(data, loop.unix_time());
  const std::string& replay = loop.options().telegram_replay;
  if (replay == "allow") return Finish(exchange, std::move(identity), auth::kInitData);
  const bool once = replay == "once";
  const std::string mark = once ? NewRandomId() : exchange.jkt;
  loop.ledger().Claim(
      loop.index(), data.digest(), mark, Millis(data.auth_date()) + loop.options().telegram_max_age,
      loop.unix_time(), [exchange, identity = std::move(identity), mark, once](auto first) mutable {
        if (!first) return exchange.call.Refuse(UnavailableProblem());
        // A launch that came without a key first is bound to none.
        if (*first == mark || (!once && first->empty())) {
          return Finish(exchange, std::move(identity), auth::kInitData);
        }
        RefuseProof(exchange.call,
                    {.status = 401,
                     .code = once ? "init_data_used" : "init_data_bound",
                     .detail = once ? "this launch has signed in before: open the mini app again"
                                    : "this launch is bound to a key of another page: open the "
                                      "mini app again"});
      });
}

}  // namespace

void ExchangeInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.shared().init_data == nullptr) {
    return call.Refuse({.status = 404,
                        .code = "not_configured",
                        .detail = "nobody signs in by init data here: see auth.telegram_bots"});
  }
  const std::string raw = InitDataIn(request);
  if (raw.empty()) {
    return RefuseProof(call, {.status = 400,
                              .code = "init_data_malformed",
                              .detail = "there is no init data: send it as Authorization: tma "
                                        "INITDATA, or as {\"init_data\": \"INITDATA\"}"});
  }
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.unix_time());
  const auto data = loop.shared().init_data->Check(raw, now);
  if (!data) {
    const std::string_view code = CodeOf(data.error().rule);
    return RefuseProof(
        call, {.status = IsForm(code) ? 400 : 401, .code = code, .detail = data.error().words});
  }
  if (!data->user()) {
    return RefuseProof(call, {.status = 401,
                              .code = "init_data_without_user",
                              .detail = "Telegram does not say who has opened this launch: open "
                                        "the mini app by its link or menu button"});
  }
  const auto exchange = ReadExchange(loop, request, call);
  if (!exchange) return call.Refuse(exchange.error());
  ClaimAndFinish(*exchange, *data);
}

}  // namespace prichal::app
