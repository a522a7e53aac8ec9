#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::app::doctor {

enum class State { kGood, kWarning, kWrong, kNotLookedAt };

/// What was found of one thing.
struct Finding {
  std::string_view code;   ///< stable
  std::string_view about;  ///< what is good when it is
  State state = State::kNotLookedAt;
  std::string value;    ///< what is there; empty: nothing to show
  std::string reason;   ///< why it is not good, or was not looked at; empty when it is good
  std::string way_out;  ///< of a warning and of what is wrong
};

/// A finding for everything that is looked at, in one order; what nobody tells of was not looked
/// at. A code that is not in the table is a programming error (std::logic_error).
class Findings {
 public:
  Findings();

  void Good(std::string_view code, std::string value);
  /// It works, and something will hurt.
  void Warning(std::string_view code, std::string value, std::string reason, std::string way_out);
  void Wrong(std::string_view code, std::string value, std::string reason, std::string way_out);
  void NotLookedAt(std::string_view code, std::string reason);
  /// The same reason for several.
  void NotLookedAt(std::span<const std::string_view> codes, const std::string& reason);

  [[nodiscard]] std::span<const Finding> all() const { return findings_; }
  [[nodiscard]] const Finding& Of(std::string_view code) const;
  [[nodiscard]] std::size_t Count(State state) const;

  /// For people, and for programs: one line of JSON. Both are safe for a terminal.
  [[nodiscard]] std::string Words() const;
  [[nodiscard]] std::string Json() const;

 private:
  Finding& At(std::string_view code);

  std::vector<Finding> findings_;
};

}  // namespace prichal::app::doctor
