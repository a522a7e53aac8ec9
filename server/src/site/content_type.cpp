#include "site/content_type.h"

#include <array>

#include "http/codec/token.h"

namespace prichal::host {
namespace {

struct Row {
  std::string_view ending;
  ContentType type;
};

// IANA media types; text/javascript is RFC 9239.
constexpr std::array kTypes{
    Row{"html", {"text/html; charset=utf-8", true}},
    Row{"js", {"text/javascript; charset=utf-8", true}},
    Row{"mjs", {"text/javascript; charset=utf-8", true}},
    Row{"css", {"text/css; charset=utf-8", true}},
    Row{"json", {"application/json", true}},
    Row{"map", {"application/json", true}},
    Row{"webmanifest", {"application/manifest+json", true}},
    Row{"svg", {"image/svg+xml", true}},
    Row{"txt", {"text/plain; charset=utf-8", true}},
    Row{"md", {"text/markdown; charset=utf-8", true}},
    Row{"xml", {"application/xml", true}},
    Row{"wasm", {"application/wasm", true}},
    Row{"ico", {"image/x-icon", true}},
    Row{"ttf", {"font/ttf", true}},
    Row{"otf", {"font/otf", true}},
    Row{"woff", {"font/woff", false}},
    Row{"woff2", {"font/woff2", false}},
    Row{"png", {"image/png", false}},
    Row{"jpg", {"image/jpeg", false}},
    Row{"jpeg", {"image/jpeg", false}},
    Row{"webp", {"image/webp", false}},
    Row{"avif", {"image/avif", false}},
    Row{"gif", {"image/gif", false}},
    Row{"mp4", {"video/mp4", false}},
    Row{"webm", {"video/webm", false}},
    Row{"mp3", {"audio/mpeg", false}},
    Row{"ogg", {"audio/ogg", false}},
    Row{"pdf", {"application/pdf", false}},
    Row{"gz", {"application/gzip", false}},
};

}  // namespace

ContentType ContentTypeOf(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot != std::string_view::npos) {
    for (const auto& row : kTypes) {
      if (http::SameToken(row.ending, name.substr(dot + 1))) return row.type;
    }
  }
  return {"application/octet-stream", false};
}

}  // namespace prichal::host
