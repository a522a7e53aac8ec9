#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace prichal {

/// Parses a JSON text (RFC 8259) that is used for authentication and must have only one
/// interpretation. Rejects duplicate member names at any depth (RFC 7515 section 4, RFC 7519
/// section 4) and invalid UTF-8. The error names the position. It is safe to log, because it
/// contains nothing of the text. `depth`: maximum nesting of objects and arrays. Any thread.
[[nodiscard]] Result<boost::json::value, std::string> ReadStrictJson(std::string_view text,
                                                                     std::size_t depth = 8);
/// The same for a text that must be an object.
[[nodiscard]] Result<boost::json::object, std::string> ReadStrictObject(std::string_view text,
                                                                        std::size_t depth = 8);

/// Returns a string member. Empty if it is missing or not a string.
[[nodiscard]] std::string_view TextIn(const boost::json::object& object, std::string_view name);

/// Reads members of an object and records the first invalid one. Reading an invalid member returns
/// an empty value. `object` must outlive the reader. Not thread-safe.
class MemberReader {
 public:
  explicit MemberReader(const boost::json::object& object) : object_(object) {}

  /// Reads a string. Empty if it is missing.
  [[nodiscard]] std::string TextIfThere(std::string_view name);
  /// Reads a required integer that fits into int64. JavaScript writes integers without "." and
  /// exponent.
  [[nodiscard]] std::int64_t Number(std::string_view name);
  /// False if it is missing.
  [[nodiscard]] bool Flag(std::string_view name);

  /// Records that a member is invalid.
  void Refuse(std::string_view name, std::string_view what);
  /// The first invalid member, such as `"id" is not a whole number`. Empty if none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 protected:
  /// Null if it is missing.
  [[nodiscard]] const boost::json::value* Find(std::string_view name) const {
    return object_.if_contains(name);
  }

 private:
  const boost::json::object& object_;
  std::string fault_;
};

/// Appends `bytes` as a JSON string with quotes. Escapes like Go's encoding/json with HTML
/// escaping, because bridge clients compare and log these bytes. Writes `<`, `>`, `&`, U+2028 and
/// U+2029 as \u00XX or \u20XX, and each invalid UTF-8 byte as \ufffd. Writes control characters as
/// \b \f \n \r \t or \u00XX. Copies all other bytes, including 0x7f and `/`. Any thread.
void AppendJsonString(std::string& out, std::string_view bytes);

}  // namespace prichal
