#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "token/refusal.h"

namespace prichal::token {

/// Reads members of one JSON object, and remembers the first that is not what it has to be. The
/// object outlives it.
class ClaimReader {
 public:
  explicit ClaimReader(const boost::json::object& claims) : claims_(claims) {}

  /// A text that is not empty.
  [[nodiscard]] std::string Text(std::string_view name);
  /// Empty when it is absent.
  [[nodiscard]] std::string TextIfThere(std::string_view name);
  /// Whole seconds since 1970, before the year 33658.
  [[nodiscard]] std::chrono::seconds Time(std::string_view name);
  [[nodiscard]] std::optional<std::chrono::seconds> TimeIfThere(std::string_view name);
  [[nodiscard]] std::int64_t Number(std::string_view name);
  /// False when it is absent.
  [[nodiscard]] bool Flag(std::string_view name);
  /// One text, or up to 16.
  [[nodiscard]] std::vector<std::string> Texts(std::string_view name);
  /// The same, empty when it is absent.
  [[nodiscard]] std::vector<std::string> TextsIfThere(std::string_view name);
  /// Null when it is absent.
  [[nodiscard]] const boost::json::object* Object(std::string_view name);

  [[nodiscard]] const std::optional<TokenRefusal>& refusal() const { return refusal_; }

 private:
  [[nodiscard]] const boost::json::value* Find(std::string_view name) const;
  void Refuse(std::string_view name, std::string_view what);

  const boost::json::object& claims_;
  std::optional<TokenRefusal> refusal_;
};

}  // namespace prichal::token
