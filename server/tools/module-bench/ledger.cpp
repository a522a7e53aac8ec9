// Fills a data folder of the server with sessions, one per user, as on a site in production, and
// writes access tokens of some of them, one per line.
//
//   ledger-bench FOLDER SESSIONS TOKENS_FILE TOKENS [ISSUER]

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/clock.h"
#include "signin/keys/key_rotation.h"
#include "signin/ledger/sqlite/ledger_database.h"
#include "signin/token/access_token.h"

namespace {

using namespace prichal;
using namespace prichal::signin;

constexpr std::int64_t kInABatch = 20'000;
constexpr Lifetimes kLifetimes{.idle = std::chrono::days(7), .absolute = std::chrono::days(30)};

template <typename Value, typename Error>
Value Take(Result<Value, Error> result, const char* what) {
  if (!result) throw std::runtime_error(what);
  return *std::move(result);
}

/// The details that the server stores after a sign-in by init data.
Details DetailsOf(std::int64_t person, Millis now) {
  return {
      {"init_data",
       fmt::format(
           R"({{"given_at":{1},"bot":7000000001,"first_name":"Anna","last_name":"T","username":"anna_{0}","language_code":"ru"}})",
           person, now.count())}};
}

LedgerSignIn SignInOf(std::int64_t person, Millis now) {
  LedgerSignIn request;
  request.identity = {.kind = IdentityKind::kTelegram,
                      .key = std::to_string(person),
                      .verified = now,
                      .details = DetailsOf(person, now)};
  request.amr = kInitData;
  request.new_user = UserId::New();
  request.new_session = SessionId::New();
  // The value of the refresh token does not matter here.
  std::copy_n(request.new_session.bytes().begin(), SessionId::kBytes, request.refresh.begin());
  request.lifetimes = kLifetimes;
  return request;
}

std::string TokenOf(const Session& session, std::int64_t person, const std::string& issuer,
                    const SigningKeys& keys, Millis now) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now);
  token::AccessToken token;
  token.issuer = issuer;
  token.subject = session.user.text();
  token.audience = {issuer};
  token.client_id = "web";
  token.id = session.id.text();
  token.issued_at = seconds;
  token.expires_at = seconds + std::chrono::hours(1);
  token.auth_time = seconds;
  token.methods = {"tg_init"};
  token.session = session.id.text();
  token.telegram = token::AccessToken::Telegram{.id = person, .bot = 7000000001, .language = "ru"};
  return token::SignAccessToken(token, keys.active());
}

void Fill(const std::string& folder, std::int64_t sessions, const std::string& tokens_file,
          std::int64_t tokens, const std::string& issuer) {
  const Millis now = MachineClock().Now().unix_time;
  const auto database = Take(LedgerDatabase::Open(folder), "the folder cannot be opened");
  const auto rotation =
      Take(KeyRotation::Open({.folder = folder + "/auth-keys", .key_file = {}}, {}, now),
           "the signing keys cannot be made");
  std::ofstream out(tokens_file);
  const std::int64_t every =
      std::max<std::int64_t>(1, sessions / std::max<std::int64_t>(1, tokens));
  for (std::int64_t person = 1; person <= sessions; ++person) {
    if (person % kInABatch == 1 && !database->Begin()) throw std::runtime_error("no batch begins");
    const SignInAnswer answer = database->SignInOrLink(SignInOf(person, now), now);
    if (database->TakeError()) throw std::runtime_error("a session cannot be kept");
    if (person % every == 0) {
      out << TokenOf(answer.state.session, person, issuer, *rotation->keys(), now) << '\n';
    }
    if ((person % kInABatch == 0 || person == sessions) && !database->Commit()) {
      throw std::runtime_error("a batch cannot be kept");
    }
  }
  if (!out.flush()) throw std::runtime_error(tokens_file + " cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "ledger-bench FOLDER SESSIONS TOKENS_FILE TOKENS [ISSUER]\n");
    return 1;
  }
  try {
    Fill(argv[1], std::stoll(argv[2]), argv[3], std::stoll(argv[4]),
         argc > 5 ? argv[5] : "https://app.example.org");
  } catch (const std::exception& error) {
    fmt::print(stderr, "ledger-bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
