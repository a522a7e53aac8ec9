// Similar names, for suggestions in error messages.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string_view>

namespace prichal {

/// Largest distance of two names that are similar enough for a suggestion.
inline constexpr std::size_t kSimilar = 3;

/// Returns the Levenshtein distance of two texts of at most 63 bytes, or 64 if one is longer.
[[nodiscard]] inline std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::array<std::size_t, 64> row{};
  if (a.size() >= row.size() || b.size() >= row.size()) return row.size();
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace prichal
