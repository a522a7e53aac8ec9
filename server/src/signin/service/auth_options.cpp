#include "signin/service/auth_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "base/secret.h"
#include "http/codec/header_fields.h"
#include "http/codec/response.h"
#include "signin/telegram/bot.h"

namespace prichal::signin {

AuthOrigins::AuthOrigins(std::string site_origin, std::vector<std::string> others)
    : site_origin_(std::move(site_origin)), others_(std::move(others)) {}

bool AuthOrigins::Admits(std::string_view origin) const {
  return origin == site_origin_ ||
         std::find(others_.begin(), others_.end(), origin) != others_.end();
}

std::string AuthOrigins::LinesFor(std::string_view origin) const {
  std::string lines = "Vary: Origin\r\n";
  if (origin.empty() || !Admits(origin)) return lines;
  lines += fmt::format(
      "Access-Control-Allow-Origin: {}\r\n"
      "Access-Control-Allow-Credentials: true\r\n"
      "Access-Control-Expose-Headers: Retry-After, RateLimit, RateLimit-Policy, "
      "WWW-Authenticate, DPoP-Nonce\r\n",
      origin);
  return lines;
}

http::Response AuthOrigins::Preflight(std::string_view allow, std::string_view origin) const {
  http::ResponseBuilder builder(204);
  builder.Header("Allow", allow).Lines(LinesFor(origin));
  if (Admits(origin)) {
    builder.Lines(
        "Access-Control-Allow-Methods: GET, POST, DELETE, OPTIONS\r\n"
        "Access-Control-Allow-Headers: Authorization, Content-Type, DPoP\r\n"
        "Access-Control-Max-Age: 86400\r\n");
  }
  return builder.Empty();
}

bool AuthOrigins::IsOurs(const http::Request& request) const {
  if (!request.origin.empty()) return Admits(request.origin);
  std::string_view lines = request.lines;
  std::string_view site;
  return http::RemoveLastField(lines, "Sec-Fetch-Site", site) && site == "same-origin";
}

namespace {

Result<void, std::string> AddTokens(const std::string& path, std::vector<telegram::Bot>& bots) {
  constexpr std::string_view kKey = "auth.telegram_tokens_file";
  const auto text = PrivateFile::Read(path, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("{}: {}", kKey, text.error()));
  auto read = telegram::ReadBotTokens(text->view());
  if (!read) return Fail(fmt::format("{}: \"{}\", {}", kKey, path, read.error()));
  std::move(read->begin(), read->end(), std::back_inserter(bots));
  return {};
}

}  // namespace

Result<std::unique_ptr<const telegram::InitDataChecker>, std::string> MakeInitDataChecker(
    const AuthOptions& options) {
  std::vector<telegram::Bot> bots;
  if (!options.telegram_tokens_file.empty()) {
    if (auto added = AddTokens(options.telegram_tokens_file, bots); !added) {
      return Fail(added.error());
    }
  }
  if (!options.test_bot_token.empty()) {
    bots.push_back(telegram::Bot::FromToken(options.test_bot_token).value());
  }
  for (const std::string& id : options.telegram_bots) {
    auto bot = telegram::Bot::FromId(std::stoll(id));
    if (!bot) return Fail(fmt::format("auth.telegram_bots: {}", bot.error()));
    bots.push_back(*std::move(bot));
  }
  if (bots.empty()) {
    return Fail(fmt::format(
        "auth.telegram_tokens_file: \"{}\" is empty. Fix: write the bot tokens into it, "
        "one per line.",
        options.telegram_tokens_file));
  }
  telegram::InitDataPolicy policy;
  policy.max_age = std::chrono::duration_cast<std::chrono::seconds>(options.telegram_max_age);
  // Only for development: on Telegram's test servers a user can have any ID.
  if (options.dev) policy.signature_keys.push_back(telegram::kTestKey);
  return std::make_unique<const telegram::InitDataChecker>(std::move(bots), std::move(policy));
}

}  // namespace prichal::signin
