// Fuzzes init data: without the correct hash it is rejected with a message. With it, only its age
// or content can be rejected, and one launch has one digest.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "signin/telegram/init_data.h"
#include "signin/telegram/init_data_fields.h"

namespace {

using namespace prichal::signin::telegram;

InitDataChecker MakeChecker() {
  std::vector<Bot> bots;
  bots.push_back(*Bot::FromToken("7000000001:AAFakeTokenForTestsOnly_0123456789-xyz"));
  bots.push_back(*Bot::FromId(7000000002));
  InitDataPolicy policy;
  policy.max_age.reset();
  return InitDataChecker(std::move(bots), policy);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const InitDataChecker checker = MakeChecker();
  static const Bot bot = *Bot::FromToken("7000000001:AAFakeTokenForTestsOnly_0123456789-xyz");
  constexpr std::chrono::seconds kNow(999'999'999'999);
  const std::string_view raw(reinterpret_cast<const char*>(data), size);

  const auto as_it_is = checker.Check(raw, kNow);
  if (!as_it_is && as_it_is.error().words.empty()) std::abort();
  const auto fields = InitDataFields::Parse(raw);
  if (!fields) {
    if (as_it_is || as_it_is.error().rule != fields.error().rule) std::abort();
    return 0;
  }

  // The same data with the correct hash.
  std::size_t at = raw.starts_with("hash=") ? 5 : raw.find("&hash=");
  if (at == std::string_view::npos) return 0;
  if (at != 5) at += 6;
  const std::size_t end = raw.find('&', at);
  std::string proven(raw.substr(0, at));
  proven += prichal::HexEncode(bot.Authenticate(fields->HashedString()));
  if (end != std::string_view::npos) proven += raw.substr(end);
  const auto taken = checker.Check(proven, kNow);
  if (!taken) {
    if (taken.error().rule != InitDataRule::kContent) std::abort();
    return 0;
  }
  if (taken->proof() != InitDataProof::kBotToken || taken->bot_id() != bot.id()) std::abort();
  if (taken->user() && taken->user()->id <= 0) std::abort();

  // The first field moved to the end: the same launch.
  const std::size_t first = proven.find('&');
  if (first == std::string::npos) return 0;
  const auto turned = checker.Check(proven.substr(first + 1) + "&" + proven.substr(0, first), kNow);
  if (!turned || turned->digest() != taken->digest()) std::abort();
  return 0;
}
