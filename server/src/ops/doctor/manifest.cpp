// Checks the manifest with its icons, and the wallets list of the page.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cstddef>
#include <string>

#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "site/wallets_list.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;
using namespace std::string_view_literals;

constexpr std::array<std::string_view, 3> kIcon{"icon", "icon_type", "icon_size"};
constexpr std::array<std::string_view, 4> kOfManifest{"manifest_type", "manifest_fields",
                                                      "manifest_url", "manifest_cors"};
constexpr std::uint32_t kBestSide = 180;

/// Returns whether the response can be checked: 200 without a redirect. Reports an error if not.
bool IsThere(std::string_view code, const std::string& url, const outbound::Response& answer,
             const char* fix, Findings& findings) {
  if (!answer.came()) {
    findings.Wrong(code, url, answer.words, fix);
    return false;
  }
  if (answer.status >= 300 && answer.status < 400) {
    findings.Wrong(code, fmt::format("{} to {}", answer.status, answer.Header("location")),
                   "wallets do not follow redirects", "serve it at the URL in the manifest");
    return false;
  }
  if (answer.status != 200) {
    findings.Wrong(code, fmt::format("{} at {}", answer.status, url),
                   "wallets do not connect without it", fix);
    return false;
  }
  findings.Good(code, url);
  return true;
}

std::string TextOf(const json::object& manifest, std::string_view name) {
  const auto* value = manifest.if_contains(name);
  const auto* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

void LookAtFields(const json::object& manifest, Findings& findings) {
  constexpr const char* kWayOut =
      "check [site] and [manifest] of the configuration, and which server answers";
  std::vector<std::string> missing;
  for (const char* name : {"url", "name", "iconUrl"}) {
    if (TextOf(manifest, name).empty()) missing.emplace_back(name);
  }
  if (!missing.empty()) {
    return findings.Wrong("manifest_fields", fmt::format("no {}", fmt::join(missing, ", ")),
                          "wallets reject a manifest without url, name or iconUrl", kWayOut);
  }
  for (const char* name : {"termsOfUseUrl", "privacyPolicyUrl"}) {
    const auto* value = manifest.if_contains(name);
    if (value == nullptr || TextOf(manifest, name).starts_with("https://")) continue;
    return findings.Warning("manifest_fields", fmt::format("{} is not an https URL", name),
                            "wallets do not open it", kWayOut);
  }
  findings.Good("manifest_fields", TextOf(manifest, "name"));
}

void LookAtUrl(const Deployment& deployment, const std::string& url, Findings& findings) {
  constexpr const char* kWayOut = "set site.origin to the origin that users open";
  if (url == deployment.origin) return findings.Good("manifest_url", url);
  if (url == deployment.origin + "/") {
    return findings.Warning(
        "manifest_url", url,
        "TON Connect has no trailing slash here, and some wallets compare the text", kWayOut);
  }
  findings.Wrong("manifest_url", url,
                 fmt::format("wallets show it to users and sign proofs for its host only, but the "
                             "manifest is served at {}",
                             deployment.origin),
                 kWayOut);
}

void LookAtIcon(const Deployment& deployment, const std::string& url, Findings& findings) {
  constexpr const char* kWayOut = "set manifest.icon to a PNG of 180 by 180 pixels";
  const bool plain = deployment.origin.starts_with("https://") && !url.starts_with("https://");
  if (plain || !site::OriginOf(url)) {
    findings.NotLookedAt(kIcon, "the manifest has no icon URL");
    return findings.Wrong("icon", url, "not an https URL", kWayOut);
  }
  const auto answer = deployment.Get(url);
  if (!IsThere("icon", url, answer, kWayOut, findings)) {
    return findings.NotLookedAt(std::span(kIcon).subspan(1), "the icon is missing");
  }
  const auto picture = ReadPicture(answer.body);
  if (!picture.is_taken()) {
    findings.NotLookedAt("icon_size", "not PNG or ICO");
    return findings.Wrong("icon_type", std::string(picture.kind),
                          "wallets show only PNG and ICO, not SVG", kWayOut);
  }
  const std::string type(answer.Header("content-type"));
  const auto kind = std::string(picture.kind);
  const bool fits = type.starts_with(kind == "PNG" ? "image/png" : "image/");
  if (fits) {
    findings.Good("icon_type", kind);
  } else {
    findings.Warning("icon_type", fmt::format("{} as \"{}\"", kind, type),
                     "some wallets show only files with an image type",
                     "send Content-Type: image/png");
  }
  const auto size = fmt::format("{} by {} pixels", picture.width, picture.height);
  if (picture.width == kBestSide && picture.height == kBestSide) {
    return findings.Good("icon_size", size);
  }
  if (picture.width == 0 || picture.height == 0) {
    return findings.Wrong("icon_size", size, "the file is damaged", kWayOut);
  }
  findings.Warning("icon_size", size,
                   picture.width == picture.height
                       ? "TON Connect recommends 180 by 180; wallets scale it"
                       : "wallets show a square; they crop or distort other shapes",
                   kWayOut);
}

std::uint32_t Byte(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::uint32_t BigEndian(std::string_view bytes, std::size_t at) {
  return Byte(bytes, at) << 24U | Byte(bytes, at + 1) << 16U | Byte(bytes, at + 2) << 8U |
         Byte(bytes, at + 3);
}

Picture ReadPng(std::string_view bytes) {
  constexpr std::size_t kHeader = 24;  // signature, length and name of the first chunk, width,
                                       // height
  if (bytes.size() < kHeader || bytes.substr(12, 4) != "IHDR") return {.kind = "PNG"};
  return {.kind = "PNG", .width = BigEndian(bytes, 16), .height = BigEndian(bytes, 20)};
}

Picture ReadIco(std::string_view bytes) {
  constexpr std::size_t kHead = 6;
  constexpr std::size_t kEntry = 16;
  Picture largest{.kind = "ICO"};
  const std::size_t entries = Byte(bytes, 4) | Byte(bytes, 5) << 8U;
  for (std::size_t i = 0; i < entries && bytes.size() >= kHead + (i + 1) * kEntry; ++i) {
    const auto side = [&](std::size_t at) {
      const auto size = Byte(bytes, kHead + i * kEntry + at);
      return size == 0 ? 256U : size;
    };
    if (side(0) > largest.width) {
      largest.width = side(0);
      largest.height = side(1);
    }
  }
  return largest;
}

/// Looks for an `svg` element in the first kilobyte, like browsers.
bool IsSvg(std::string_view bytes) {
  return bytes.substr(0, 1024).find("<svg") != std::string_view::npos;
}

}  // namespace

void LookAtManifest(const Deployment& deployment, Findings& findings) {
  const auto url = deployment.At("/tonconnect-manifest.json");
  const auto answer = deployment.Get(url, {std::string("Origin: ") + kOtherPage});
  if (!IsThere("manifest", url, answer,
               "check that the proxy forwards /tonconnect-manifest.json to the server", findings)) {
    const std::string reason = "the manifest is missing";
    findings.NotLookedAt(kOfManifest, reason);
    return findings.NotLookedAt(kIcon, reason);
  }
  JudgeCors("manifest_cors", answer, findings);
  const std::string type(answer.Header("content-type"));
  if (type.starts_with("application/json")) {
    findings.Good("manifest_type", type);
  } else if (type.starts_with("text/html")) {
    findings.Wrong("manifest_type", type,
                   "an HTML page is served instead, of an app or a bot check",
                   "exclude /tonconnect-manifest.json from the proxy's rewrites and bot checks");
  } else {
    findings.Warning("manifest_type", type, "some wallets accept only application/json",
                     "do not change Content-Type in the proxy");
  }
  boost::system::error_code error;
  const auto value = json::parse(answer.body, error);
  const auto* manifest = error ? nullptr : value.if_object();
  if (manifest == nullptr) {
    findings.NotLookedAt("manifest_url", "the manifest is not a JSON object");
    findings.NotLookedAt(kIcon, "the manifest is not a JSON object");
    return findings.Wrong("manifest_fields", "not a JSON object", "wallets cannot read it",
                          "check which server answers at its URL");
  }
  LookAtFields(*manifest, findings);
  LookAtUrl(deployment, TextOf(*manifest, "url"), findings);
  LookAtIcon(deployment, TextOf(*manifest, "iconUrl"), findings);
}

Picture ReadPicture(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return ReadPng(bytes);
  if (bytes.size() >= 6 && bytes.starts_with("\0\0\1\0"sv)) return ReadIco(bytes);
  if (bytes.starts_with("\xff\xd8\xff"sv)) return {.kind = "JPEG"};
  if (bytes.starts_with("GIF8"sv)) return {.kind = "GIF"};
  if (bytes.starts_with("RIFF"sv) && bytes.substr(0, 12).ends_with("WEBP")) return {.kind = "WebP"};
  if (IsSvg(bytes)) return {.kind = "SVG"};
  return {.kind = "unknown"};
}

void LookAtWallets(const Deployment& deployment, Findings& findings) {
  constexpr const char* kList = "wallets_list";
  const auto url = deployment.At("/wallets-v2.json");
  const auto answer = deployment.Get(url);
  const auto none = [&](const std::string& value, const std::string& reason) {
    findings.NotLookedAt("wallets_dns", "the wallets list is missing");
    findings.Wrong(kList, value, reason,
                   "check that the proxy forwards /wallets-v2.json to the server, and update the "
                   "list (`prichal wallets pull`)");
  };
  if (!answer.came()) return none(url, answer.words);
  if (answer.status != 200) {
    return none(fmt::format("{} at {}", answer.status, url), "users cannot choose a wallet");
  }
  const auto list = site::ComposeWallets(answer.body, std::nullopt, deployment.origin);
  if (!list) return none(url, list.error());
  findings.Good(kList, url);
  std::vector<std::string> names;
  for (const auto* origins : {&list->bridge_origins, &list->image_origins}) {
    for (const auto& origin : *origins) names.push_back(HostOf(origin));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  auto looked = LookUp(names, deployment.timeout);
  // Some resolvers report "no such name" if the network is down.
  if (!FindsNames(deployment.clock_url, deployment.timeout)) {
    for (auto& one : looked) {
      if (one.outcome == LookedUp::Status::kNone) one.outcome = LookedUp::Status::kNoAnswer;
    }
  }
  JudgeWalletNames(looked, findings);
}

}  // namespace prichal::ops
