#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "probe/client.h"

namespace prichal::app::canary {

/// Over which stream a message came.
enum class Way : std::uint8_t {
  kKept,      ///< open all the time
  kReopened,  ///< opened behind the message, from Last-Event-ID on
};
inline constexpr std::size_t kWays = 2;

enum class Step : std::uint8_t { kPost, kStream };
inline constexpr std::size_t kSteps = 2;

/// What went wrong: as probe::Trouble has it, or the status of an answer. A fixed set, because it
/// becomes a label.
enum class Kind : std::uint8_t {
  kName,
  kConnect,
  kTls,
  kTimeout,
  kCut,
  kTooLong,
  kOther,
  k429,
  k4xx,
  k5xx,
  kStatus,  ///< another status, or no event stream
};
inline constexpr std::size_t kKinds = 11;
[[nodiscard]] std::string_view NameOf(Way way);
[[nodiscard]] std::string_view NameOf(Step step);
[[nodiscard]] std::string_view NameOf(Kind kind);

/// Of an answer that is not 200.
[[nodiscard]] Kind KindOf(const probe::Answer& answer);

struct Error {
  Step step = Step::kPost;
  Kind kind = Kind::kOther;
  std::string words;
};

/// What one round came to.
struct Round {
  std::array<std::vector<Millis>, kWays> ages;  ///< of each message that came
  std::array<std::uint64_t, kWays> posted{};    ///< and acknowledged
  std::array<std::uint64_t, kWays> lost{};      ///< of these, not come in time
  std::array<std::uint64_t, kWays> repeated{};  ///< came once more
  std::uint64_t late = 0;                       ///< was lost in an earlier round, and came
  std::uint64_t reconnects = 0;                 ///< of a stream that had been open
  std::vector<Millis> posts;                    ///< until each was acknowledged
  std::vector<Error> errors;

  [[nodiscard]] bool is_good() const;
};

/// Everything since the start, for Prometheus. Any thread.
class Books {
 public:
  /// `unix_time`: of the end of the round.
  void Add(const Round& round, std::chrono::seconds unix_time);

  [[nodiscard]] std::string Text() const;
  /// Whether the last round was good; true before the first.
  [[nodiscard]] bool is_good() const;

 private:
  static constexpr std::array<std::uint64_t, 12> kBounds{5,   10,    25,    50,    100,    250,
                                                         500, 1'000, 2'500, 5'000, 10'000, 30'000};
  struct Times {
    std::array<std::uint64_t, kBounds.size() + 1> counts{};
    double sum = 0;  ///< seconds
    void Add(Millis time);
  };

  mutable std::mutex mutex_;
  std::array<Times, kWays> ages_;
  Times posts_;
  Round all_;  ///< but for ages, posts and errors
  std::array<std::array<std::uint64_t, kKinds>, kSteps> errors_{};
  std::array<std::uint64_t, 2> rounds_{};  ///< bad ones, good ones
  std::chrono::seconds last_good_{0};
  bool is_good_ = true;
};

}  // namespace prichal::app::canary
