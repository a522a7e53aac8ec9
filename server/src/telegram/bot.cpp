#include "telegram/bot.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace prichal::telegram {

static_assert(crypto_auth_hmacsha256_BYTES == std::tuple_size_v<Digest>);

namespace {

constexpr std::string_view kShape =
    "a bot's token is its id, a colon and 35 letters, digits, \"-\" and \"_\", as @BotFather gives "
    "it";

bool IsSecret(std::string_view text) {
  constexpr std::size_t kFewest = 16;  // 35 today; who makes them may make them longer
  constexpr std::size_t kMost = 128;
  return text.size() >= kFewest && text.size() <= kMost &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

/// Ready for the first byte of a check string: its key has gone through the hash.
struct Bot::Hmac {
  Hmac() : state() {}
  Hmac(const Hmac&) = delete;
  Hmac& operator=(const Hmac&) = delete;
  ~Hmac() { sodium_memzero(&state, sizeof(state)); }

  crypto_auth_hmacsha256_state state;
};

Bot::Bot(std::int64_t id, std::unique_ptr<Hmac> hmac) : id_(id), hmac_(std::move(hmac)) {}
Bot::Bot(Bot&&) noexcept = default;
Bot& Bot::operator=(Bot&&) noexcept = default;
Bot::~Bot() = default;

Result<Bot, std::string> Bot::FromToken(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) {
    return Fail(fmt::format("a text of {} characters is no bot token, it has no colon; {}",
                            token.size(), kShape));
  }
  std::int64_t id = 0;
  const char* const end = token.data() + colon;
  const auto [stop, error] = std::from_chars(token.data(), end, id);
  if (error != std::errc() || stop != end || id <= 0) {
    return Fail(fmt::format("what stands before the colon of a bot token is no id; {}", kShape));
  }
  const std::string_view secret = token.substr(colon + 1);
  if (!IsSecret(secret)) {
    return Fail(
        fmt::format("the token of bot {} has {} characters behind its colon that are not "
                    "what a token has there; {}",
                    id, secret.size(), kShape));
  }

  constexpr std::string_view kKey = "WebAppData";
  auto hmac = std::make_unique<Hmac>();
  Digest key{};
  crypto_auth_hmacsha256_init(&hmac->state, Bytes(kKey), kKey.size());
  crypto_auth_hmacsha256_update(&hmac->state, Bytes(token), token.size());
  crypto_auth_hmacsha256_final(&hmac->state, key.data());
  crypto_auth_hmacsha256_init(&hmac->state, key.data(), key.size());
  sodium_memzero(key.data(), key.size());
  return Bot(id, std::move(hmac));
}

Result<Bot, std::string> Bot::FromId(std::int64_t id) {
  if (id <= 0) {
    return Fail(
        fmt::format("{} is no id of a bot: it is the number before the colon of its token", id));
  }
  return Bot(id, nullptr);
}

Digest Bot::Authenticate(std::string_view check_string) const {
  Hmac hmac;
  hmac.state = hmac_->state;
  Digest digest{};
  crypto_auth_hmacsha256_update(&hmac.state, Bytes(check_string), check_string.size());
  crypto_auth_hmacsha256_final(&hmac.state, digest.data());
  return digest;
}

}  // namespace prichal::telegram
