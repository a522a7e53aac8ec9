#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// The squares of a QR code, without the quiet zone around it.
class QrCode {
 public:
  /// The smallest QR Code (ISO/IEC 18004:2015, model 2) that holds the text as bytes, with error
  /// correction L, versions 1 to 20: up to 858 bytes. Nothing for a longer text.
  [[nodiscard]] static std::optional<QrCode> Encode(std::string_view text);

  [[nodiscard]] int size() const { return size_; }

  /// Whether the square is dark; false outside.
  [[nodiscard]] bool Dark(int x, int y) const;

 private:
  friend class QrPainter;

  explicit QrCode(int size) : size_(size), dark_(static_cast<std::size_t>(size * size)) {}

  int size_;
  std::vector<bool> dark_;  ///< row by row
};

/// The code as a picture: black on white in every theme, because cameras want it so, with the quiet
/// zone of four squares (section 6.3.8) that they need.
[[nodiscard]] std::string QrSvg(const QrCode& code);

}  // namespace prichal::host
