#include "signin/ledger/ids.h"

#include <algorithm>
#include <cstdint>

#include "base/random.h"

namespace prichal::auth {
namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
constexpr unsigned kBitsALetter = 5;
constexpr std::size_t kLetters = 26;  // 130 bits, of which the last two are 0
constexpr std::size_t kPrefixLetters = 2;

}  // namespace

template <char kPrefix>
RandomId<kPrefix> RandomId<kPrefix>::New() {
  RandomId id;
  FillRandom(id.bytes_);
  return id;
}

template <char kPrefix>
std::optional<RandomId<kPrefix>> RandomId<kPrefix>::FromBytes(std::string_view bytes) {
  if (bytes.size() != kBytes) return std::nullopt;
  RandomId id;
  std::copy(bytes.begin(), bytes.end(), id.bytes_.begin());
  return id;
}

template <char kPrefix>
std::optional<RandomId<kPrefix>> RandomId<kPrefix>::Parse(std::string_view text) {
  if (text.size() != kPrefixLetters + kLetters || text[0] != kPrefix || text[1] != '_') {
    return std::nullopt;
  }
  RandomId id;
  std::uint32_t bits = 0;
  unsigned count = 0;
  std::size_t at = 0;
  for (const char letter : text.substr(kPrefixLetters)) {
    const std::size_t value = kAlphabet.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << kBitsALetter | static_cast<std::uint32_t>(value);
    count += kBitsALetter;
    if (count < 8) continue;
    count -= 8;
    id.bytes_.at(at++) = static_cast<unsigned char>(bits >> count);
    bits &= (1U << count) - 1;
  }
  if (bits != 0) return std::nullopt;
  return id;
}

template <char kPrefix>
std::string RandomId<kPrefix>::text() const {
  std::string text{kPrefix, '_'};
  text.reserve(kPrefixLetters + kLetters);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const unsigned char byte : bytes_) {
    bits = bits << 8U | byte;
    count += 8;
    while (count >= kBitsALetter) {
      count -= kBitsALetter;
      text += kAlphabet[bits >> count & 31U];
    }
    bits &= (1U << count) - 1;
  }
  text += kAlphabet[bits << (kBitsALetter - count) & 31U];
  return text;
}

template class RandomId<'u'>;
template class RandomId<'s'>;

}  // namespace prichal::auth
