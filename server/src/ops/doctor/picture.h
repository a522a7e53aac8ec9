// Reads the type and size of a picture, for `prichal doctor`.
#pragma once

#include <cstdint>
#include <string_view>

namespace prichal::app::doctor {

/// Type and size of a picture, from its first bytes.
struct Picture {
  /// "PNG" or "ICO", which wallets accept; else the name of the type, or "nothing known".
  std::string_view kind;
  std::uint32_t width = 0;  ///< Pixels; 0 if unknown. For an ICO, the largest of its pictures
  std::uint32_t height = 0;

  [[nodiscard]] bool is_taken() const { return kind == "PNG" || kind == "ICO"; }
};

/// Reads any bytes (PNG, third edition, section 11.2.1; the ICO header of Windows).
[[nodiscard]] Picture ReadPicture(std::string_view bytes);

}  // namespace prichal::app::doctor
