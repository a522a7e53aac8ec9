#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace prichal {

enum class ClientIdError {
  kLength,  ///< not 64 characters
  kNotHex,  ///< a character that is no hex digit
};

/// The words every bridge client knows for each error.
[[nodiscard]] std::string_view Describe(ClientIdError error);

/// The name of a mailbox on the bridge: 64 hex characters, an X25519 public key in the protocol.
/// Case is kept and told apart, because the bridges in use do so: "AB…" and "ab…" are two
/// mailboxes.
class ClientId {
 public:
  static constexpr std::size_t kLength = 64;

  /// White space around the id is not part of it.
  static Result<ClientId, ClientIdError> Parse(std::string_view text);

  [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }

  friend bool operator==(const ClientId&, const ClientId&) = default;
  friend auto operator<=>(const ClientId&, const ClientId&) = default;

 private:
  explicit ClientId(std::string_view text);

  std::array<char, kLength> text_;
};

}  // namespace prichal
