// Strict parsing and writing of JSON. Also compiles Boost.JSON, because Debian ships only its
// headers.

#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <boost/json/value_stack.hpp>
#include <limits>
#include <vector>

#include "base/bytes.h"
#include "base/encoding.h"

namespace prichal {
namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

/// Builds the value and tracks the member names of each open object.
class Handler {
 public:
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_key_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();

  Handler() { stack_.reset(); }

  [[nodiscard]] bool duplicate() const { return duplicate_; }
  json::value Release() { return stack_.release(); }

  // Callbacks of basic_parser. A callback that returns false sets `error`.
  static bool on_document_begin(error_code&) { return true; }
  static bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    open_.push_back(names_.size());
    return true;
  }
  bool on_object_end(std::size_t members, error_code&) {
    names_.resize(open_.back());
    open_.pop_back();
    stack_.push_object(members);
    return true;
  }
  static bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t elements, error_code&) {
    stack_.push_array(elements);
    return true;
  }
  bool on_key_part(string_view part, std::size_t, error_code&) {
    name_.append(part.data(), part.size());
    stack_.push_chars(part);
    return true;
  }
  bool on_key(string_view part, std::size_t, error_code& error) {
    name_.append(part.data(), part.size());
    const auto begin = names_.begin() + static_cast<std::ptrdiff_t>(open_.back());
    if (std::find(begin, names_.end(), name_) != names_.end() ||
        names_.size() - open_.back() == kMembers) {
      duplicate_ = true;
      error = json::error::exception;
      return false;
    }
    names_.push_back(std::move(name_));
    name_.clear();
    stack_.push_key(part);
    return true;
  }
  bool on_string_part(string_view part, std::size_t, error_code&) {
    stack_.push_chars(part);
    return true;
  }
  bool on_string(string_view part, std::size_t, error_code&) {
    stack_.push_string(part);
    return true;
  }
  static bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(std::int64_t number, string_view, error_code&) {
    stack_.push_int64(number);
    return true;
  }
  bool on_uint64(std::uint64_t number, string_view, error_code&) {
    stack_.push_uint64(number);
    return true;
  }
  bool on_double(double number, string_view, error_code&) {
    stack_.push_double(number);
    return true;
  }
  bool on_bool(bool value, error_code&) {
    stack_.push_bool(value);
    return true;
  }
  bool on_null(error_code&) {
    stack_.push_null();
    return true;
  }
  static bool on_comment_part(string_view, error_code&) { return true; }
  static bool on_comment(string_view, error_code&) { return true; }

 private:
  /// Limit of members per object, because each name is compared with all names before it.
  static constexpr std::size_t kMembers = 256;

  json::value_stack stack_;
  std::string name_;                ///< the part of the current name that has been parsed
  std::vector<std::string> names_;  ///< names of all open objects, concatenated
  std::vector<std::size_t> open_;   ///< where the names of each open object begin in `names_`
  bool duplicate_ = false;
};

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

Result<json::value, std::string> ReadStrictJson(std::string_view text, std::size_t depth) {
  json::parse_options options;
  options.max_depth = depth;
  json::basic_parser<Handler> parser(options);
  error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (parser.handler().duplicate()) {
    return Fail(fmt::format(
        "an object has a duplicate member, or more than 256 members, at byte {}", read));
  }
  if (error) return Fail(fmt::format("invalid JSON at byte {}: {}", read, error.message()));
  if (read < text.size())
    return Fail(fmt::format("unexpected text after the JSON, at byte {}", read));
  return parser.handler().Release();
}

Result<json::object, std::string> ReadStrictObject(std::string_view text, std::size_t depth) {
  auto value = ReadStrictJson(text, depth);
  if (!value) return Fail(std::move(value.error()));
  if (!value->is_object()) return Fail(std::string("not an object"));
  return std::move(value->get_object());
}

std::string_view TextIn(const json::object& object, std::string_view name) {
  const json::value* const value = object.if_contains(name);
  const json::string* const text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

void MemberReader::Refuse(std::string_view name, std::string_view what) {
  if (fault_.empty()) fault_ = fmt::format("\"{}\" is {}", name, what);
}

std::string MemberReader::TextIfThere(std::string_view name) {
  const json::value* value = Find(name);
  if (value != nullptr && !value->is_string()) Refuse(name, "not a string");
  return std::string(TextIn(object_, name));
}

std::int64_t MemberReader::Number(std::string_view name) {
  const json::value* value = Find(name);
  if (value != nullptr && value->is_int64()) return value->get_int64();
  Refuse(name, "not a whole number");
  return 0;
}

bool MemberReader::Flag(std::string_view name) {
  const json::value* value = Find(name);
  if (value != nullptr && !value->is_bool()) Refuse(name, "not true or false");
  return value != nullptr && *value == true;
}

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
