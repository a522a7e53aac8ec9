// Fuzzes the output of commands: no control characters reach the terminal, and JSON keeps its
// meaning.

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json.h"
#include "ops/commands/commands.h"
#include "ops/commands/input.h"

namespace {

using namespace prichal::ops;

bool IsShown(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
  });
}

/// Compares with the library's serialized and reparsed value, because a serialized number may
/// differ from the original.
bool IsSame(std::string_view text, const boost::json::value& value) {
  const auto again = prichal::ReadStrictJson(text);
  const auto plain = prichal::ReadStrictJson(boost::json::serialize(value));
  return again.has_value() == plain.has_value() &&
         (!plain || boost::json::serialize(*again) == boost::json::serialize(*plain));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string shown = Printable(text);
  if (!IsShown(shown) || shown.find('\n') != std::string::npos) std::abort();
  if (Printable(shown) != shown) std::abort();

  const auto rest = WithoutScheme(text, {"tma", "Bearer"});
  if (rest.size() > text.size() || (!rest.empty() && text.find(rest) == text.npos)) std::abort();
  if (HasBotToken(text) && text.size() < 32) std::abort();
  if (const auto time = Duration(text)) {
    if (time->count() < 1 || Span(*time).empty() || Moment(*time).empty()) std::abort();
  }
  if (const auto value = prichal::ReadStrictJson(text)) {
    const std::string pretty = PrettyJson(*value);
    if (!IsShown(pretty) || !IsSame(pretty, *value)) std::abort();
    if (!IsSame(Printable(boost::json::serialize(*value)), *value)) std::abort();
  }
  return 0;
}
