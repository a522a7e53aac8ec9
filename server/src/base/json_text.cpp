#include "base/json_text.h"

#include <array>
#include <cstddef>

#include "base/byte_blocks.h"
#include "base/utf8.h"

namespace prichal {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

void AppendAsciiEscape(std::string& out, char c) {
  switch (c) {
    case '"':
    case '\\':
      out += {'\\', c};
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out.push_back(kHex[static_cast<unsigned char>(c) >> 4U]);
      out.push_back(kHex[static_cast<unsigned char>(c) & 0xfU]);
  }
}

/// True for each byte that is copied unchanged without further checks.
constexpr std::array<bool, 256> kRaw = [] {
  std::array<bool, 256> raw{};
  for (std::size_t c = 0x20; c < 0x80; ++c) raw[c] = true;
  for (const char c : {'"', '\\', '<', '>', '&'}) raw[static_cast<unsigned char>(c)] = false;
  return raw;
}();

/// Returns the number of leading bytes that are copied unchanged. Fast, because most texts are
/// base64.
std::size_t RawRun(std::string_view bytes) {
  std::size_t run = RunOfBlocks(bytes, [](ByteBlock block) {
    return (block < ' ') | (block == '"') | (block == '\\') | (block == '<') | (block == '>') |
           (block == '&');
  });
  while (run < bytes.size() && kRaw[static_cast<unsigned char>(bytes[run])]) ++run;
  return run;
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view bytes) {
  out.reserve(out.size() + bytes.size() + 2);
  out.push_back('"');
  std::size_t i = 0;
  std::size_t copied = 0;  // everything before this index is in `out`
  const auto flush = [&] { out.append(bytes, copied, i - copied); };
  while (i < bytes.size()) {
    if (const std::size_t run = RawRun(bytes.substr(i)); run > 0) {
      i += run;
      continue;
    }
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (c < 0x80) {
      flush();
      AppendAsciiEscape(out, bytes[i]);
      copied = ++i;
      continue;
    }
    const std::size_t length = Utf8SequenceLength(bytes.substr(i));
    const bool separator = length == 3 && (bytes.substr(i, 3) == "\xe2\x80\xa8" ||  // U+2028
                                           bytes.substr(i, 3) == "\xe2\x80\xa9");   // U+2029
    if (length != 0 && !separator) {
      i += length;
      continue;
    }
    flush();
    if (separator) {
      out += bytes[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
    } else {
      out += "\\ufffd";
    }
    i += separator ? 3 : 1;
    copied = i;
  }
  flush();
  out.push_back('"');
}

}  // namespace prichal
