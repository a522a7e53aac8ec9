// Similar names, for suggestions in error messages.

#pragma once

#include <cstddef>
#include <string_view>

namespace prichal {

/// Largest distance of two names that are similar enough for a suggestion.
inline constexpr std::size_t kSimilar = 3;

/// Returns the Levenshtein distance of two texts of at most 63 bytes, or 64 if one is longer.
[[nodiscard]] std::size_t EditDistance(std::string_view a, std::string_view b);

}  // namespace prichal
