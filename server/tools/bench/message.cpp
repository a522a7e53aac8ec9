#include "bench/message.h"

#include <fmt/format.h>

#include <charconv>

namespace prichal::bench {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

void WriteHex(char*& out, std::uint64_t value, int digits) {
  for (int i = digits - 1; i >= 0; --i) {
    *out++ = kDigits[(value >> (4U * static_cast<unsigned>(i))) & 15U];
  }
  *out++ = '.';
}

template <typename Number>
bool ReadHex(const char*& at, int digits, Number& value) {
  const auto [end, error] = std::from_chars(at, at + digits, value, 16);
  if (error != std::errc() || end != at + digits || *end != '.') return false;
  at = end + 1;
  return true;
}

}  // namespace

void WriteStamp(char* out, const Stamp& stamp) {
  WriteHex(out, stamp.run, 8);
  WriteHex(out, stamp.sequence, 16);
  WriteHex(out, static_cast<std::uint64_t>(stamp.due), 16);
}

std::optional<Stamp> FindStamp(std::string_view data) {
  constexpr std::string_view kBefore = "\"message\":\"";
  const std::size_t found = data.find(kBefore);
  if (found == std::string_view::npos) return std::nullopt;
  data.remove_prefix(found + kBefore.size());
  if (data.size() < kStampBytes) return std::nullopt;
  Stamp stamp;
  const char* at = data.data();
  if (!ReadHex(at, 8, stamp.run) || !ReadHex(at, 16, stamp.sequence) ||
      !ReadHex(at, 16, stamp.due)) {
    return std::nullopt;
  }
  return stamp;
}

std::string ClientIdOf(std::uint32_t run, char side, std::size_t number) {
  // Distinct digits come first, as in real client IDs.
  return fmt::format("{:08x}{:016x}{:02x}{:038x}", run, number, static_cast<unsigned>(side), 0);
}

}  // namespace prichal::bench
