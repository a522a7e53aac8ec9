#include "bridge/core/client_id.h"

#include "base/encoding.h"

namespace prichal::bridge {
namespace {

std::string_view Trim(std::string_view text) {
  static constexpr std::string_view kSpace = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

}  // namespace

Result<ClientId, std::string_view> ClientId::Parse(std::string_view text) {
  constexpr std::string_view kLengthError = "public address must be 64 characters long";
  constexpr std::string_view kHexError = "public address must be a valid hex string";
  const std::string_view trimmed = Trim(text);
  if (trimmed.size() != kLength) return Fail(kLengthError);
  if (!IsHex(trimmed)) return Fail(kHexError);
  return ClientId(trimmed);
}

}  // namespace prichal::bridge
