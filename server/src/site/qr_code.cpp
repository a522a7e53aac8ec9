#include "site/qr_code.h"

#include <fmt/format.h>

#include <cstdint>
#include <qrcodegen.hpp>
#include <vector>

namespace prichal::host {
namespace {

using qrcodegen::QrCode;
using qrcodegen::QrSegment;

constexpr int kLargestVersion = 20;
constexpr int kQuietZone = 4;
/// Lets the library choose the mask by the standard's penalty rules.
constexpr int kAnyMask = -1;

}  // namespace

std::optional<std::string> QrSvg(std::string_view text) {
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  std::optional<QrCode> code;
  try {
    code = QrCode::encodeSegments({QrSegment::makeBytes(bytes)}, QrCode::Ecc::LOW,
                                  QrCode::MIN_VERSION, kLargestVersion, kAnyMask, false);
  } catch (const qrcodegen::data_too_long&) {
    return std::nullopt;
  }
  const int side = code->getSize() + 2 * kQuietZone;
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">)"
      R"(<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path d=")",
      side);
  for (int y = 0; y < code->getSize(); ++y) {
    for (int x = 0; x < code->getSize(); ++x) {
      if (!code->getModule(x, y)) continue;
      const int start = x;
      while (code->getModule(x + 1, y)) ++x;
      svg += fmt::format("M{} {}h{}v1h-{}z", start + kQuietZone, y + kQuietZone, x - start + 1,
                         x - start + 1);
    }
  }
  return svg + R"("/></svg>)" + '\n';
}

}  // namespace prichal::host
