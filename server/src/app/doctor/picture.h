#pragma once

#include <cstdint>
#include <string_view>

namespace prichal::app::doctor {

/// What a file of a picture says of itself in its first bytes.
struct Picture {
  /// PNG or ICO, as wallets take it; else the name of what it is, "nothing known" for the rest.
  std::string_view kind;
  std::uint32_t width = 0;  ///< pixels; 0: it is not told. Of an ICO the largest of its pictures.
  std::uint32_t height = 0;

  [[nodiscard]] bool is_taken() const { return kind == "PNG" || kind == "ICO"; }
};

/// Any bytes (PNG, third edition, section 11.2.1; the header of ICO as Windows has it).
[[nodiscard]] Picture ReadPicture(std::string_view bytes);

}  // namespace prichal::app::doctor
