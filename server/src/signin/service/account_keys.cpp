#include "signin/service/account_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/secret.h"

namespace prichal::signin {
namespace {

constexpr Millis kKnownFor{5'000};
constexpr std::size_t kMostKnown = 1'000;
constexpr Millis kTimeout{5'000};
constexpr int kOk = 200;

Result<SecretText, std::string> ReadKey(const std::string& path) {
  if (path.empty()) return SecretText();
  const auto text = PrivateFile::Read(path, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("auth.ton_api_key_file: {}", text.error()));
  const std::string_view line = text->view().substr(0, text->view().find_first_of("\r\n"));
  const auto is_visible = [](char c) { return c > ' ' && c < '\x7f'; };
  if (line.empty() || !std::all_of(line.begin(), line.end(), is_visible)) {
    return Fail(
        fmt::format("auth.ton_api_key_file: the first line of \"{}\" is not an API key. Fix: write "
                    "the key in visible ASCII.",
                    path));
  }
  return SecretText(line);
}

Result<ton::AccountKey, std::string> Read(const outbound::Response& answer) {
  if (!answer.came()) return Fail(answer.words);
  if (answer.status != kOk) return Fail(fmt::format("it answers {}", answer.status));
  return ton::ReadKeyAnswer(answer.body);
}

}  // namespace

Result<std::unique_ptr<AccountKeys>, std::string> AccountKeys::Make(const AuthOptions& options,
                                                                    outbound::HttpsClient& https,
                                                                    telemetry::Log& log) {
  auto key = ReadKey(options.ton_api_key_file);
  if (!key) return Fail(key.error());
  return std::unique_ptr<AccountKeys>(new AccountKeys(options, *std::move(key), https, log));
}

AccountKeys::AccountKeys(const AuthOptions& options, SecretText key, outbound::HttpsClient& https,
                         telemetry::Log& log)
    : key_(std::move(key)), log_(log), requests_(https) {
  for (const std::string& api : options.ton_api) {
    const auto equals = api.find('=');
    std::string url = api.substr(equals + 1);
    if (url.ends_with('/')) url.pop_back();
    urls_[std::stoi(api.substr(0, equals))] = url + "/runGetMethod";
  }
}

void AccountKeys::Keep(const Account& account, const ton::AccountKey& key, Millis now) {
  const std::lock_guard lock(mutex_);
  if (cached_.size() >= kMostKnown) {
    std::erase_if(cached_, [&](const auto& one) { return one.second.until <= now; });
  }
  if (cached_.size() < kMostKnown) cached_[account] = {.key = key, .until = now + kKnownFor};
}

void AccountKeys::Find(http::Loop& loop, const ton::Address& address, std::int32_t network,
                       Done done) {
  const Account account{network, ton::ToRaw(address)};
  const Millis now = loop.now().steady;
  std::optional<ton::AccountKey> known;
  {
    const std::lock_guard lock(mutex_);
    const auto found = cached_.find(account);
    if (found != cached_.end() && found->second.until > now) known = found->second.key;
  }
  if (known) {
    return loop.PostAlways([key = *known, done = std::move(done)]() mutable { done(key); });
  }
  outbound::Request request = outbound::ApiRequest(urls_.at(network), kTimeout);
  request.method = "POST";
  request.lines.emplace_back("Content-Type: application/json");
  if (!key_.view().empty()) request.lines.push_back(fmt::format("X-API-Key: {}", key_.view()));
  request.body = ton::KeyQuestion(address);
  requests_.Send(std::move(request), [this, &loop, account, now, done = std::move(done)](
                                         const outbound::Response& answer) mutable {
    auto read = Read(answer);
    if (read) {
      Keep(account, *read, now);
    } else {
      log_.Write(telemetry::Level::kWarn, "an API of auth.ton_api does not answer",
                 {{"reason", read.error()}});
    }
    loop.PostAlways([read = std::move(read), done = std::move(done)]() mutable {
      if (read) return done(*read);
      const Problem unreachable{.status = 503,
                                .code = "ton_api_unavailable",
                                .detail = "the API of auth.ton_api is unreachable; retry",
                                .retry_after = kTimeout};
      done(Fail(unreachable));
    });
  });
}

}  // namespace prichal::signin
