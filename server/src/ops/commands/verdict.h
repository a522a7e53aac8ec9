// Result of a command that checks a value rule by rule.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::ops {

/// A rule of a check, and its result.
struct Rule {
  enum class State {
    kHolds,
    kFails,
    kUnseen,    ///< Not checked: an earlier rule failed
    kNotAsked,  ///< Not checked: the flag for it is missing
  };

  std::string_view code;  ///< Stable
  /// Rules of a lower stage are checked first. The order within a stage depends on the input.
  int stage = 0;
  std::string words;  ///< The condition
  State state = State::kHolds;
};

/// Result of checking a value, rule by rule. Set it once, then Print().
class Verdict {
 public:
  /// `rules` are sorted by stage.
  explicit Verdict(std::vector<Rule> rules) : rules_(std::move(rules)) {}

  /// Accepts the value. `words` is one line that names the proven facts.
  void Accept(std::string words);
  /// Rejects the value by the rule `code`; rules of later stages are not checked. `words` has
  /// value, reason and fix.
  void Refuse(std::string_view code, std::string words);
  /// Marks a rule as not checked, because the flag for it is missing.
  void NotAsked(std::string_view code, std::string words);

  /// Adds a fact: `words` for text output, `value` for JSON.
  void AddFact(std::string_view name, std::string words, boost::json::value value);
  /// Adds a text, the same in both.
  void AddFact(std::string_view name, std::string_view text);
  /// Adds a time since 1970, in text also relative to `now`.
  void AddTime(std::string_view name, std::chrono::seconds time, std::chrono::seconds now);

  /// Prints the result as text or JSON to standard output. Returns the exit status.
  [[nodiscard]] int Print(bool json) const;

 private:
  struct Fact {
    std::string_view name;
    std::string words;
    boost::json::value value;
  };

  [[nodiscard]] std::string Words() const;
  [[nodiscard]] std::string Json() const;

  std::vector<Rule> rules_;
  std::vector<Fact> facts_;
  std::string taken_;
  std::string_view refused_;  ///< Code of the failed rule. Empty if it is accepted
  std::string reason_;
};

/// Writes text to standard output. Returns `status`, or kMistake if writing fails.
[[nodiscard]] int Print(std::string_view text, int status);

}  // namespace prichal::ops
