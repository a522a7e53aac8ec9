#include "signin/http/telegram_exchange.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "signin/service/identities.h"
#include "signin/http/sign_in.h"
#include "base/random.h"
#include "signin/telegram/init_data.h"

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

/// The init data that the page got from Telegram, in the form of a query. Empty if there is none.
std::string InitDataIn(const http::Request& request, const SignInRequest& body) {
  constexpr std::string_view kScheme = "tma ";
  if (!request.authorization.starts_with(kScheme)) return body.Text("init_data");
  return std::string(request.authorization.substr(kScheme.size()));
}

/// Signs in with a launch if auth.telegram_replay allows one more sign-in with it.
void UseInitData(const std::shared_ptr<LedgerSignIn>& sign_in, const telegram::InitData& data) {
  const AuthLoop& loop = sign_in->loop();
  auth::Identity identity = IdentityOf(data, loop.unix_time());
  const std::string& replay = loop.options().telegram_replay;
  if (replay == "allow") {
    sign_in->AllowReplay();
    return sign_in->Complete(std::move(identity), auth::kInitData);
  }
  const bool once = replay == "once";
  Problem used{.status = 401,
               .code = once ? "init_data_used" : "init_data_bound",
               .detail = once ? "this launch has signed in before: open the mini app again"
                              : "this launch is bound to a key of another page: open the mini app "
                                "again"};
  // A launch whose first use was without a key is bound to none.
  sign_in->UseProof(data.digest(), Millis(data.auth_date()) + loop.options().telegram_max_age,
                    once ? NewRandomId() : sign_in->request().key, !once, std::move(used),
                    [sign_in, identity = std::move(identity)]() mutable {
                      sign_in->Complete(std::move(identity), auth::kInitData);
                    });
}

}  // namespace

void SignInWithInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (loop.shared().init_data == nullptr) {
    return call.Refuse({.status = 404,
                        .code = "not_configured",
                        .detail = "nobody signs in by init data here: see auth.telegram_bots"});
  }
  const auto sign_in = std::make_shared<LedgerSignIn>(call, SignInRequest::Parse(request.body));
  const std::string raw = InitDataIn(request, sign_in->request());
  if (raw.empty()) {
    return sign_in->RefuseProof({.status = 400,
                                 .code = "init_data_malformed",
                                 .detail = "there is no init data: send it as Authorization: tma "
                                           "INITDATA, or as {\"init_data\": \"INITDATA\"}"});
  }
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.unix_time());
  const auto data = loop.shared().init_data->Check(raw, now);
  if (!data) {
    const std::string_view code = CodeOf(data.error().rule);
    return sign_in->RefuseProof(
        {.status = IsForm(code) ? 400 : 401, .code = code, .detail = data.error().words});
  }
  if (!data->user()) {
    return sign_in->RefuseProof({.status = 401,
                                 .code = "init_data_without_user",
                                 .detail = "Telegram does not say who has opened this launch: open "
                                           "the mini app by its link or menu button"});
  }
  if (sign_in->Authorize(request)) UseInitData(sign_in, *data);
}

}  // namespace prichal::app
