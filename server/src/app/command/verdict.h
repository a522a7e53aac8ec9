#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::app::command {

/// A rule that something was held against.
struct Rule {
  enum class State {
    kHolds,
    kFails,
    kUnseen,    ///< an earlier one has failed
    kNotAsked,  ///< nothing was given to hold it against
  };

  std::string_view code;  ///< stable
  /// When it is looked at. Of those with one stage it depends on the bytes which comes first.
  int stage = 0;
  std::string words;  ///< what holds when it does
  State state = State::kHolds;
};

/// What was found of something, rule by rule.
class Verdict {
 public:
  /// `rules`: the lowest stage first.
  explicit Verdict(std::vector<Rule> rules) : rules_(std::move(rules)) {}

  /// One line: what is proven.
  void Take(std::string words);
  /// `code`: the rule that failed; those of later stages were not looked at. `words`: value,
  /// reason, way out.
  void Refuse(std::string_view code, std::string words);
  void NotAsked(std::string_view code, std::string words);

  /// What is told besides: of `words` to people, of `value` to programs.
  void Tell(std::string_view name, std::string words, boost::json::value value);

  /// Prints it to standard output, for people or as JSON; gives the exit status.
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
  std::string_view refused_;  ///< by this rule; empty: it is good
  std::string reason_;
};

/// Writes a text to standard output; gives `status`, or that of a mistake when that fails.
[[nodiscard]] int Print(std::string_view text, int status);

}  // namespace prichal::app::command
