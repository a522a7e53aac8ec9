#include "bridge/core/client_id.h"

#include <algorithm>

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

std::string_view Describe(ClientIdError error) {
  switch (error) {
    case ClientIdError::kLength:
      return "public address must be 64 characters long";
    case ClientIdError::kNotHex:
      return "public address must be a valid hex string";
  }
  return {};
}

Result<ClientId, ClientIdError> ClientId::Parse(std::string_view text) {
  const std::string_view trimmed = Trim(text);
  if (trimmed.size() != kLength) return Fail(ClientIdError::kLength);
  if (!IsHex(trimmed)) return Fail(ClientIdError::kNotHex);
  return ClientId(trimmed);
}

ClientId::ClientId(std::string_view text) : text_{} {
  std::copy(text.begin(), text.end(), text_.begin());
}

}  // namespace prichal::bridge
