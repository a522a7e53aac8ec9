// The findings of `prichal doctor`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::ops {

/// Result of a check; kNotLookedAt means not checked.
enum class State { kGood, kWarning, kWrong, kNotLookedAt };

/// Group of findings that fail together: one reason applies to all of a source.
enum class Source {
  kOrigin,   ///< The origin's address, name and certificate
  kAnswers,  ///< Responses of the origin
  kServer,   ///< The machine of the server, by its configuration
  kOther,    ///< A source of its own
};

/// Result of one check.
struct Finding {
  std::string_view code;  ///< Stable
  Source source = Source::kOther;
  std::string_view about;  ///< The condition that is checked
  State state = State::kNotLookedAt;
  std::string value;   ///< The value that was found. Empty if there is nothing to show
  std::string reason;  ///< Why it is not good or was not checked. Empty if it is good
  std::string fix;     ///< The fix, for a warning or an error
};

/// All findings of one run, in the order of the table in finding.cpp, which is the only list of
/// codes. A check that reports nothing stays "not looked at". Create one for each run; one thread.
/// Throws std::logic_error for a code that is not in the table.
class Findings {
 public:
  Findings();

  /// Reports a passed check.
  void Good(std::string_view code, std::string value);
  /// Reports something that works now and will fail later.
  void Warning(std::string_view code, std::string value, std::string reason, std::string fix);
  /// Reports an error.
  void Wrong(std::string_view code, std::string value, std::string reason, std::string fix);
  /// Reports why a check was not made.
  void NotLookedAt(std::string_view code, std::string reason);
  /// Reports the same reason for several codes.
  void NotLookedAt(std::span<const std::string_view> codes, const std::string& reason);
  /// Reports the same reason for all findings of a source.
  void NotLookedAt(Source source, const std::string& reason);

  [[nodiscard]] std::span<const Finding> all() const { return findings_; }
  [[nodiscard]] const Finding& Find(std::string_view code) const;
  [[nodiscard]] std::size_t Count(State state) const;

  /// The report as text, and as one line of JSON. Both are safe for a terminal.
  [[nodiscard]] std::string Words() const;
  [[nodiscard]] std::string Json() const;

 private:
  Finding& At(std::string_view code);

  std::vector<Finding> findings_;
};

}  // namespace prichal::ops
