#include "module-bench/secrets.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>

#include "base/encoding.h"
#include "base/random.h"
#include "signin/ledger/challenge.h"
#include "signin/ledger/refresh_token.h"
#include "signin/telegram/init_data.h"
#include "signin/telegram/init_data_fields.h"

namespace prichal::module_bench {
namespace {

constexpr std::size_t kVariants = 512;
constexpr std::chrono::seconds kNow{1790000060};
constexpr std::string_view kToken = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";

/// Changes one byte of the MAC at the end of a base64url text.
std::string Changed(std::string_view text, std::size_t from_end) {
  auto bytes = *Base64UrlDecode(text);
  bytes[bytes.size() - from_end] ^= 1;
  return Base64UrlEncode(bytes);
}

/// Returns another hex digit of the same kind (digit or letter).
char OtherDigit(char digit) {
  if (digit >= 'a') return digit == 'f' ? 'a' : static_cast<char>(digit + 1);
  return digit == '9' ? '0' : static_cast<char>(digit + 1);
}

signin::MacKey NewKey() {
  signin::MacKey key{};
  FillRandom(key);
  return key;
}

void AddVariant(TimedCall& call, std::string_view right, std::size_t mac_bytes) {
  call.first.push_back(Changed(right, 1));
  call.second.push_back(Changed(right, mac_bytes));
}

TimedCall RefreshTokens() {
  const signin::MacKey key = NewKey();
  TimedCall call;
  call.name = "refresh token, MAC";
  for (std::size_t i = 0; i < kVariants; ++i) {
    AddVariant(call, signin::RefreshToken::New(signin::SessionId::New(), 1, key), 16);
  }
  call.call = [key](const std::string& text) {
    return signin::RefreshToken::Open(text, key).has_value();
  };
  return call;
}

TimedCall Challenges() {
  const signin::MacKey key = NewKey();
  TimedCall call;
  call.name = "challenge, MAC";
  for (std::size_t i = 0; i < kVariants; ++i) {
    AddVariant(call, signin::Challenge::New(kNow, std::chrono::minutes(10)).Text(key, ""), 16);
  }
  call.call = [key](const std::string& text) {
    return signin::Challenge::Open(text, key, "", kNow).has_value();
  };
  return call;
}

/// Adds launches with their hash at the end, in which one digit is wrong.
void AddLaunches(TimedCall& call) {
  const auto bot = signin::telegram::Bot::FromToken(kToken).value();
  for (std::size_t i = 0; i < kVariants; ++i) {
    std::array<unsigned char, 16> id{};
    FillRandom(id);
    std::string raw = fmt::format(
        "query_id={}&user=%7B%22id%22%3A99281932%2C%22first_name%22%3A%22A%22%7D&chat_type=private"
        "&chat_instance=-1234567890123456789&auth_date=1790000000&hash={}",
        HexEncode(id), std::string(64, '0'));
    const auto fields = signin::telegram::InitDataFields::Parse(raw);
    const std::size_t hash = raw.size() - 64;
    raw.replace(hash, 64, HexEncode(bot.Authenticate(fields->HashedString())));
    for (const bool first : {true, false}) {
      std::string wrong = raw;
      char& digit = first ? wrong.back() : wrong[hash];
      digit = OtherDigit(digit);
      (first ? call.first : call.second).push_back(std::move(wrong));
    }
  }
}

TimedCall Launches() {
  TimedCall call;
  call.name = "init data, hash";
  AddLaunches(call);
  std::vector<signin::telegram::Bot> bots;
  bots.push_back(signin::telegram::Bot::FromToken(kToken).value());
  const auto checker = std::make_shared<signin::telegram::InitDataChecker>(std::move(bots));
  call.call = [checker](const std::string& raw) { return checker->Check(raw, kNow).has_value(); };
  return call;
}

/// A comparison with a timing leak, as a control.
bool EndsAtTheFirstDifference(const signin::telegram::Digest& a,
                              const signin::telegram::Digest& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.at(i) != b.at(i)) return false;
  }
  return true;
}

TimedCall Careless() {
  TimedCall call;
  call.name = "the same, careless (control)";
  AddLaunches(call);
  const auto bot =
      std::make_shared<signin::telegram::Bot>(signin::telegram::Bot::FromToken(kToken).value());
  call.call = [bot](const std::string& raw) {
    const auto fields = signin::telegram::InitDataFields::Parse(raw);
    return EndsAtTheFirstDifference(bot->Authenticate(fields->HashedString()), fields->hash());
  };
  return call;
}

}  // namespace

std::vector<TimedCall> SecretComparisons() {
  std::vector<TimedCall> calls;
  calls.push_back(RefreshTokens());
  calls.push_back(Challenges());
  calls.push_back(Launches());
  calls.push_back(Careless());
  return calls;
}

}  // namespace prichal::module_bench
