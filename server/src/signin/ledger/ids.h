#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::auth {

/// A random 128-bit identifier. Its text is a prefix of one letter and `_`, then 26 letters and
/// digits (RFC 4648 section 6, lower case, without padding), such as
/// `u_aebagbafaydqqcikbmga2dqpca`. A value; any thread.
template <char kPrefix>
class RandomId {
 public:
  static constexpr std::size_t kBytes = 16;
  using Bytes = std::array<unsigned char, kBytes>;

  RandomId() = default;
  explicit RandomId(const Bytes& bytes) : bytes_(bytes) {}
  /// Makes a new identifier from the system's random generator.
  static RandomId New();
  /// Reads bytes(). Empty if their number is wrong.
  static std::optional<RandomId> FromBytes(std::string_view bytes);
  /// Reads text(). Empty for any other spelling of the same bytes.
  static std::optional<RandomId> Parse(std::string_view text);

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string_view bytes() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }

  friend bool operator==(const RandomId&, const RandomId&) = default;
  friend auto operator<=>(const RandomId&, const RandomId&) = default;

 private:
  Bytes bytes_{};
};

/// Identifies a user: the `sub` of tokens.
using UserId = RandomId<'u'>;
/// Identifies one sign-in on one device: the `sid` of tokens.
using SessionId = RandomId<'s'>;

extern template class RandomId<'u'>;
extern template class RandomId<'s'>;

}  // namespace prichal::auth
