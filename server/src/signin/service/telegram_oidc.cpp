#include "signin/service/telegram_oidc.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/secret.h"
#include "base/telemetry/health_log.h"
#include "signin/token/jwt.h"

namespace prichal::signin {
namespace {

using telemetry::Level;
using token::TokenRule;

constexpr Millis kTryAgain{60'000};

Result<SecretText, std::string> ReadSecret(const std::string& path) {
  if (path.empty()) return SecretText();
  const auto text = PrivateFile::Read(path, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("auth.oidc_client_secret_file: {}", text.error()));
  const std::string_view line = text->view().substr(0, text->view().find_first_of("\r\n"));
  SecretText secret(line.substr(0, line.find_last_not_of(' ') + 1));
  if (secret.view().empty()) {
    return Fail(
        fmt::format("auth.oidc_client_secret_file: the first line of \"{}\" is empty. Fix: write "
                    "the client secret of @BotFather (Login Widget) into it.",
                    path));
  }
  return secret;
}

Problem UnreachableProblem() {
  return {.status = 503,
          .code = "oidc_unavailable",
          .detail = "Telegram is unreachable; retry",
          .retry_after = kTryAgain};
}

}  // namespace

Result<std::unique_ptr<TelegramOidc>, std::string> TelegramOidc::Make(const AuthOptions& options,
                                                                      outbound::HttpsClient& https,
                                                                      telemetry::Log& log) {
  auto secret = ReadSecret(options.oidc_client_secret_file);
  if (!secret) return Fail(secret.error());
  return std::unique_ptr<TelegramOidc>(new TelegramOidc(options, *std::move(secret), https, log));
}

TelegramOidc::TelegramOidc(const AuthOptions& options, SecretText secret,
                           outbound::HttpsClient& https, telemetry::Log& log)
    : provider_{.issuer = options.oidc_issuer,
                .client_id = options.oidc_client_id,
                .timeout = options.oidc_timeout},
      redirect_uri_(options.public_origin + "/auth/telegram/callback"),
      secret_(std::move(secret)),
      log_(log),
      keys_([this](auto done) { requests_.Send(provider_.KeysRequest(), std::move(done)); },
            [this](const std::string& reason) {
              telemetry::WriteHealth(
                  log_, reason, "the keys of Telegram's OpenID Connect are available again",
                  Level::kWarn, "cannot fetch the keys of Telegram's OpenID Connect");
            }),
      requests_(https) {}

void TelegramOidc::Verify(http::Loop& loop, std::string id_token, Done<token::Claims> done) {
  const auto jws = token::UnverifiedJws::Parse(id_token);
  const std::string key_id = jws ? jws->key_id() : std::string();
  const std::string algorithm = jws ? jws->algorithm() : std::string();
  auto judge = [this, &loop, id_token = std::move(id_token),
                done = std::move(done)](oidc::KeySource::Keys keys) mutable {
    loop.PostAlways([this, &loop, id_token = std::move(id_token), keys = std::move(keys),
                     done = std::move(done)]() mutable {
      const auto now = std::chrono::duration_cast<std::chrono::seconds>(loop.now().unix_time);
      done(Judge(id_token, keys.get(), now));
    });
  };
  // A malformed token causes no request to Telegram.
  if (!jws) return judge(std::make_shared<const token::JwkSet>());
  keys_.Find(key_id, algorithm, loop.now().steady, std::move(judge));
}

void TelegramOidc::Redeem(http::Loop& loop, std::string_view code, std::string_view verifier,
                          Done<token::Claims> done) {
  auto read = [this, &loop, done = std::move(done)](outbound::Response answer) mutable {
    loop.PostAlways([this, &loop, answer = std::move(answer), done = std::move(done)]() mutable {
      auto id_token = oidc::ReadTokenAnswer(answer);
      if (id_token) return Verify(loop, *std::move(id_token), std::move(done));
      if (id_token.error().is_code) {
        return done(Fail(
            Problem{.status = 401,
                    .code = "oidc_code_refused",
                    .detail = "Telegram's code has expired or was already used; sign in again"}));
      }
      log_.Write(Level::kWarn, "Telegram's OpenID Connect returned no ID token",
                 {{"reason", id_token.error().words}});
      done(Fail(UnreachableProblem()));
    });
  };
  requests_.Send(provider_.TokenRequest(redirect_uri_, code, verifier, secret_.view()),
                 std::move(read));
}

Result<token::Claims, Problem> TelegramOidc::Judge(const std::string& id_token,
                                                   const token::JwkSet* keys,
                                                   std::chrono::seconds now) const {
  if (keys == nullptr) return Fail(UnreachableProblem());
  const token::JwtRules rules{.type = {},
                              .issuer = provider_.issuer,
                              .audience = provider_.client_id,
                              .leeway = kTelegramLeeway};
  auto claims = token::VerifyJwt(id_token, *keys, rules, now);
  if (!claims) {
    const bool is_expired = claims.error().rule == TokenRule::kExpired;
    return Fail(Problem{.status = 401,
                        .code = is_expired ? "id_token_expired" : "id_token_invalid",
                        .detail = claims.error().words});
  }
  // A token for several audiences names its client in `azp` (OpenID Connect Core section 3.1.3.7, 4
  // and 5).
  const boost::json::value* party = claims->all.if_contains("azp");
  const bool is_ours =
      party != nullptr ? *party == provider_.client_id.c_str() : claims->audience.size() == 1;
  if (!is_ours) {
    return Fail(Problem{.status = 401,
                        .code = "id_token_invalid",
                        .detail = "the token was made for another client (azp)"});
  }
  return *std::move(claims);
}

}  // namespace prichal::signin
