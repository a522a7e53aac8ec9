#include "site/wallets/encode.h"

#include <webp/encode.h>

#include <algorithm>

namespace prichal::image {
namespace {

/// Below this quality edges of logos show artifacts; above it only the size grows.
constexpr float kQuality = 90;

class Picture {
 public:
  Picture() {
    ready_ = WebPPictureInit(&picture_) != 0;
    WebPMemoryWriterInit(&written_);
    picture_.use_argb = 1;
    picture_.writer = WebPMemoryWrite;
    picture_.custom_ptr = &written_;
  }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;
  ~Picture() {
    WebPPictureFree(&picture_);
    WebPMemoryWriterClear(&written_);
  }

  bool Import(const Pixels& pixels) {
    picture_.width = pixels.width;
    picture_.height = pixels.height;
    return ready_ && WebPPictureImportRGBA(&picture_, pixels.rgba.data(),
                                           pixels.width * static_cast<int>(Pixels::kBytes)) != 0;
  }

  bool ScaleDown(int most_side) {
    const int side = std::max(picture_.width, picture_.height);
    if (side <= most_side) return true;
    const auto scaled = [&](int length) {
      return static_cast<int>(std::max(1L, std::int64_t{length} * most_side / side));
    };
    return WebPPictureRescale(&picture_, scaled(picture_.width), scaled(picture_.height)) != 0;
  }

  std::optional<std::string> Encode() {
    WebPConfig config;
    if (WebPConfigPreset(&config, WEBP_PRESET_ICON, kQuality) == 0) return std::nullopt;
    config.use_sharp_yuv = 1;  // keeps coloured edges sharp
    if (WebPEncode(&config, &picture_) == 0) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(written_.mem), written_.size);
  }

 private:
  bool ready_ = false;
  WebPPicture picture_{};
  WebPMemoryWriter written_{};
};

}  // namespace

std::optional<std::string> EncodeWebp(const Pixels& pixels, int most_side) {
  Picture picture;
  if (!picture.Import(pixels) || !picture.ScaleDown(most_side)) return std::nullopt;
  return picture.Encode();
}

}  // namespace prichal::image
