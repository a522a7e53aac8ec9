#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signin/token/refusal.h"

namespace prichal::token {

/// Reads members of one JSON object and records the first invalid one in refusal(). Reading an
/// invalid member returns an empty value. `claims` must outlive the reader. Not thread-safe.
class ClaimReader {
 public:
  explicit ClaimReader(const boost::json::object& claims) : claims_(claims) {}

  /// Reads a required string that must not be empty.
  [[nodiscard]] std::string Text(std::string_view name);
  /// Empty if absent.
  [[nodiscard]] std::string TextIfThere(std::string_view name);
  /// Reads whole seconds since 1970, before the year 33658.
  [[nodiscard]] std::chrono::seconds Time(std::string_view name);
  [[nodiscard]] std::optional<std::chrono::seconds> TimeIfThere(std::string_view name);
  /// Reads a required integer that fits into int64.
  [[nodiscard]] std::int64_t Number(std::string_view name);
  /// False if absent.
  [[nodiscard]] bool Flag(std::string_view name);
  /// Reads one string or an array of up to 16.
  [[nodiscard]] std::vector<std::string> Texts(std::string_view name);
  /// As Texts(). Empty if absent.
  [[nodiscard]] std::vector<std::string> TextsIfThere(std::string_view name);
  /// Null if absent.
  [[nodiscard]] const boost::json::object* Object(std::string_view name);

  [[nodiscard]] const std::optional<TokenRefusal>& refusal() const { return refusal_; }

 private:
  [[nodiscard]] const boost::json::value* Find(std::string_view name) const;
  void Refuse(std::string_view name, std::string_view what);

  const boost::json::object& claims_;
  std::optional<TokenRefusal> refusal_;
};

}  // namespace prichal::token
