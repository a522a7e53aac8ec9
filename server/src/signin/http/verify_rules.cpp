#include "signin/http/verify_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "http/codec/query.h"
#include "http/codec/token.h"

namespace prichal::app {
namespace {

/// What a client has sent does not stand in an answer as it is.
std::string Shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string shown(text.substr(0, kMost));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~' || c == '"'; }, '?');
  return shown;
}

auto Misused(std::string detail) {
  return Fail(Problem{.status = 400, .code = "parameter_invalid", .detail = std::move(detail)});
}

Result<void, Problem> ReadRequire(std::string_view value, VerifyRules& rules) {
  std::string_view list = value;
  std::string_view element;
  while (http::NextListElement(list, element)) {
    if (element == "telegram") {
      rules.telegram = true;
    } else if (element == "ton") {
      rules.ton = true;
    } else {
      return Misused(fmt::format("require=\"{}\": telegram, ton, or telegram,ton", Shown(value)));
    }
  }
  // An end that is not there may be one that was forgotten.
  if (value.empty() || value.ends_with(',')) {
    return Misused("require ends with nothing: telegram, ton, or telegram,ton");
  }
  return {};
}

Result<void, Problem> ReadMaxAge(std::string_view value, VerifyRules& rules) {
  std::int64_t seconds = 0;
  const char* end = value.data() + value.size();
  const auto [at, error] = std::from_chars(value.data(), end, seconds);
  constexpr std::int64_t kMost = 365LL * 24 * 3600;
  if (error != std::errc() || at != end || seconds <= 0 || seconds > kMost) {
    return Misused(fmt::format("max_age=\"{}\": seconds from 1 to {}", Shown(value), kMost));
  }
  rules.max_age = std::chrono::seconds(seconds);
  return {};
}

Result<void, Problem> ReadNetwork(std::string_view value, VerifyRules& rules,
                                  const std::vector<std::string>& networks) {
  if (std::find(networks.begin(), networks.end(), value) == networks.end()) {
    return Misused(fmt::format("network=\"{}\" is none of auth.ton_networks", Shown(value)));
  }
  rules.network = value;
  return {};
}

Problem NotMet(std::string_view code, std::string detail) {
  return {.status = 403, .code = code, .detail = std::move(detail)};
}

}  // namespace

Result<VerifyRules, Problem> VerifyRules::Parse(std::string_view query,
                                                const std::vector<std::string>& networks) {
  VerifyRules rules;
  while (!query.empty()) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    const auto equals = pair.find('=');
    const std::string_view name = pair.substr(0, equals);
    const auto value = DecodeQueryComponent(
        equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1));
    if (!value) return Misused(fmt::format("{}: a broken %XX", Shown(name)));
    const bool is_there = (name == "require" && (rules.telegram || rules.ton)) ||
                          (name == "network" && !rules.network.empty()) ||
                          (name == "max_age" && rules.max_age);
    if (is_there) return Misused(fmt::format("{} is there twice", name));
    Result<void, Problem> read = {};
    if (name == "require") {
      read = ReadRequire(*value, rules);
    } else if (name == "network") {
      read = ReadNetwork(*value, rules, networks);
    } else if (name == "max_age") {
      read = ReadMaxAge(*value, rules);
    } else {
      read = Misused(
          fmt::format("\"{}\" is no parameter: require, network and max_age are", Shown(name)));
    }
    if (!read) return Fail(read.error());
  }
  return rules;
}

Result<SharedBytes, Problem> VerifyRules::Judge(const VerifiedSession& session, Millis now) const {
  if (telegram && !session.has_telegram) {
    return Fail(NotMet("telegram_required", "sign in by Telegram for this"));
  }
  if (ton && !session.has_ton()) {
    return Fail(NotMet("wallet_required", "sign in by a wallet for this, or link one"));
  }
  const SharedBytes* head = session.HeadFor(network);
  if (head == nullptr) {
    return Fail(
        NotMet("network_required", fmt::format("a wallet of the network {} is needed", network)));
  }
  if (max_age && session.auth_time + *max_age < now) {
    return Fail(NotMet("proof_too_old",
                       fmt::format("the latest proof of who you are is more than {} s old: sign in "
                                   "again",
                                   max_age->count())));
  }
  return *head;
}

}  // namespace prichal::app
