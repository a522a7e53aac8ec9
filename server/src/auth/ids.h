#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::auth {

/// 128 random bits that name one thing for good. As a text: a prefix of one letter and `_`, then 26
/// letters and digits (RFC 4648 section 6, lower case, without padding), such as
/// `u_aebagbafaydqqcikbmga2dqpca`.
template <char kPrefix>
class RandomId {
 public:
  static constexpr std::size_t kBytes = 16;
  using Bytes = std::array<unsigned char, kBytes>;

  RandomId() = default;
  explicit RandomId(const Bytes& bytes) : bytes_(bytes) {}
  /// A new one, from the system's generator.
  static RandomId New();
  /// From bytes(); nothing when their number is wrong.
  static std::optional<RandomId> FromBytes(std::string_view bytes);
  /// From text(), and nothing else that could be read as the same bytes.
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

/// A person, whatever he has signed in with: the `sub` of tokens.
using UserId = RandomId<'u'>;
/// One sign-in on one device: the `sid` of tokens.
using SessionId = RandomId<'s'>;

extern template class RandomId<'u'>;
extern template class RandomId<'s'>;

}  // namespace prichal::auth
