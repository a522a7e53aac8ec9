// Problems of several steps, which are reported together.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace prichal {

/// Collects problems, one line each. Not thread-safe.
class Problems {
 public:
  /// Adds the error of a result. Returns whether it has none.
  template <typename T>
  bool Add(const Result<T, std::string>& result) {
    if (!result) lines_.push_back(result.error());
    return result.has_value();
  }
  void Add(std::string line) { lines_.push_back(std::move(line)); }
  template <typename T>
  bool Add(const Result<T, std::vector<std::string>>& result) {
    if (!result) lines_.insert(lines_.end(), result.error().begin(), result.error().end());
    return result.has_value();
  }

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace prichal
