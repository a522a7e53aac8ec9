#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace prichal::bridge {

/// Client ID: the address of a mailbox on the bridge. In the protocol it is an X25519 public key of
/// 64 hex characters. Case is significant, as on the bridges in use: "AB…" and "ab…" are two
/// mailboxes. A value type; any thread.
class ClientId {
 public:
  static constexpr std::size_t kLength = 64;

  /// Ignores white space around the ID. The error is the text that the official bridge sends;
  /// clients compare it.
  static Result<ClientId, std::string_view> Parse(std::string_view text);

  [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }

  friend bool operator==(const ClientId&, const ClientId&) = default;
  friend auto operator<=>(const ClientId&, const ClientId&) = default;

 private:
  explicit ClientId(std::string_view text) { std::ranges::copy(text, text_.begin()); }

  std::array<char, kLength> text_{};
};

}  // namespace prichal::bridge
