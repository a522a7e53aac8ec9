#include "base/random.h"

#include <sodium.h>

#include <cstdlib>

#include "base/encoding.h"

namespace prichal {

void FillRandom(std::span<unsigned char> bytes) {
  // sodium_init() makes the generator thread-safe; -1 means that the system has none.
  static const bool ready = sodium_init() >= 0;
  if (!ready) std::abort();
  randombytes_buf(bytes.data(), bytes.size());
}

std::string NewRandomId() {
  std::array<unsigned char, 16> bytes{};
  FillRandom(bytes);
  return Base64UrlEncode(bytes);
}

std::uint64_t RandomSource::Next() {
  if (used_ == kBlock) {
    FillRandom({reinterpret_cast<unsigned char*>(block_.data()), sizeof(block_)});
    used_ = 0;
  }
  return block_[used_++];
}

namespace {

constexpr std::string_view kUrn = "urn:uuid:";
constexpr std::size_t kTextBytes = 36;

bool IsDashPlace(std::size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

std::string WithDashes(std::string_view hex) {
  std::string out;
  out.reserve(kTextBytes);
  for (const char c : hex) {
    if (IsDashPlace(out.size())) out.push_back('-');
    out.push_back(AsciiLower(c));
  }
  return out;
}

}  // namespace

std::optional<std::string> NormalizeUuid(std::string_view text) {
  if (text.size() == 32) {
    if (!IsHex(text)) return std::nullopt;
    return WithDashes(text);
  }
  if (text.size() == 38 && text.front() == '{' && text.back() == '}') {
    text = text.substr(1, 36);
  } else if (text.size() == 45 && AsciiLower(std::string(text.substr(0, kUrn.size()))) == kUrn) {
    text.remove_prefix(kUrn.size());
  }
  if (text.size() != 36) return std::nullopt;

  std::string hex;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsDashPlace(i)) {
      if (text[i] != '-') return std::nullopt;
    } else {
      hex.push_back(text[i]);
    }
  }
  if (!IsHex(hex)) return std::nullopt;
  return WithDashes(hex);
}

std::string NewUuidV7(Millis unix_time, RandomSource& random) {
  const auto time = static_cast<std::uint64_t>(unix_time.count());
  const std::uint64_t high = random.Next();
  const std::uint64_t low = random.Next();
  std::array<unsigned char, 16> bytes{};
  for (std::size_t i = 0; i < 6; ++i) bytes[i] = static_cast<unsigned char>(time >> (40 - 8 * i));
  bytes[6] = static_cast<unsigned char>(0x70U | (high & 0x0fU));
  bytes[7] = static_cast<unsigned char>(high >> 8U);
  for (std::size_t i = 0; i < 8; ++i) bytes[8 + i] = static_cast<unsigned char>(low >> (8 * i));
  bytes[8] = static_cast<unsigned char>(0x80U | (bytes[8] & 0x3fU));
  // Each message needs a UUID, so it is written in place without temporary strings.
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out(kTextBytes, '-');
  std::size_t at = 0;
  for (const unsigned char byte : bytes) {
    if (IsDashPlace(at)) ++at;
    out[at++] = kDigits[byte >> 4U];
    out[at++] = kDigits[byte & 0xfU];
  }
  return out;
}

}  // namespace prichal
