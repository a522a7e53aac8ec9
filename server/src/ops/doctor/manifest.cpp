// The manifest and its icon, as wallets read them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "ops/doctor/picture.h"
#include "site/wallet_entry.h"

namespace prichal::app::doctor {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 3> kIcon{"icon", "icon_type", "icon_size"};
constexpr std::array<std::string_view, 4> kOfManifest{"manifest_type", "manifest_fields",
                                                      "manifest_url", "manifest_cors"};
constexpr std::uint32_t kBestSide = 180;

/// Whether an answer is there to be looked at: 200, without a redirect.
bool IsThere(std::string_view code, const std::string& url, const probe::Answer& answer,
             const char* way_out, Findings& findings) {
  if (!answer.came()) {
    findings.Wrong(code, url, answer.words, way_out);
    return false;
  }
  if (answer.status >= 300 && answer.status < 400) {
    findings.Wrong(code, fmt::format("{} to {}", answer.status, answer.Header("location")),
                   "wallets follow no redirect", "serve it at the address that the manifest has");
    return false;
  }
  if (answer.status != 200) {
    findings.Wrong(code, fmt::format("{} at {}", answer.status, url),
                   "wallets refuse to connect without it", way_out);
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
      "see [site] and [manifest] of the configuration, or whose manifest this is";
  std::vector<std::string> missing;
  for (const char* name : {"url", "name", "iconUrl"}) {
    if (TextOf(manifest, name).empty()) missing.emplace_back(name);
  }
  if (!missing.empty()) {
    return findings.Wrong("manifest_fields", fmt::format("no {}", fmt::join(missing, ", ")),
                          "wallets refuse a manifest without url, name and iconUrl", kWayOut);
  }
  for (const char* name : {"termsOfUseUrl", "privacyPolicyUrl"}) {
    const auto* value = manifest.if_contains(name);
    if (value == nullptr || TextOf(manifest, name).starts_with("https://")) continue;
    return findings.Warning("manifest_fields", fmt::format("{} is no https address", name),
                            "wallets do not open it", kWayOut);
  }
  findings.Good("manifest_fields", TextOf(manifest, "name"));
}

void LookAtUrl(const Deployment& deployment, const std::string& url, Findings& findings) {
  constexpr const char* kWayOut = "site.origin has to be the origin that visitors open";
  if (url == deployment.origin) return findings.Good("manifest_url", url);
  if (url == deployment.origin + "/") {
    return findings.Warning("manifest_url", url,
                            "TON Connect has it without a slash at its end, and some wallets "
                            "compare it",
                            kWayOut);
  }
  findings.Wrong("manifest_url", url,
                 fmt::format("wallets show it to the visitor, and prove for its host alone; the "
                             "manifest is served at {}",
                             deployment.origin),
                 kWayOut);
}

void LookAtIcon(const Deployment& deployment, const std::string& url, Findings& findings) {
  constexpr const char* kWayOut = "a PNG of 180 by 180 pixels in manifest.icon";
  const bool plain = deployment.origin.starts_with("https://") && !url.starts_with("https://");
  if (plain || !host::OriginOf(url)) {
    findings.NotLookedAt(kIcon, "the manifest has no address of an icon");
    return findings.Wrong("icon", url, "it is no https address", kWayOut);
  }
  const auto answer = deployment.Get(url);
  if (!IsThere("icon", url, answer, kWayOut, findings)) {
    return findings.NotLookedAt(std::span(kIcon).subspan(1), "the icon is not there");
  }
  const auto picture = ReadPicture(answer.body);
  if (!picture.is_taken()) {
    findings.NotLookedAt("icon_size", "it is neither PNG nor ICO");
    return findings.Wrong("icon_type", std::string(picture.kind),
                          "wallets draw PNG and ICO alone, and no SVG", kWayOut);
  }
  const std::string type(answer.Header("content-type"));
  const auto kind = std::string(picture.kind);
  const bool fits = type.starts_with(kind == "PNG" ? "image/png" : "image/");
  if (fits) {
    findings.Good("icon_type", kind);
  } else {
    findings.Warning("icon_type", fmt::format("{} as \"{}\"", kind, type),
                     "what is not called a picture is not drawn everywhere",
                     "have the server or the proxy say image/png");
  }
  const auto size = fmt::format("{} by {} pixels", picture.width, picture.height);
  if (picture.width == kBestSide && picture.height == kBestSide) {
    return findings.Good("icon_size", size);
  }
  if (picture.width == 0 || picture.height == 0) {
    return findings.Wrong("icon_size", size, "the file is broken: it tells no size", kWayOut);
  }
  findings.Warning("icon_size", size,
                   picture.width == picture.height
                       ? "wallets scale it; 180 by 180 is what TON Connect asks for"
                       : "wallets show a square, and cut or press what is none",
                   kWayOut);
}

}  // namespace

void LookAtManifest(const Deployment& deployment, Findings& findings) {
  const auto url = deployment.At("/tonconnect-manifest.json");
  const auto answer = deployment.Get(url, {std::string("Origin: ") + kOtherPage});
  if (!IsThere("manifest", url, answer,
               "see that the proxy sends /tonconnect-manifest.json on to the server", findings)) {
    const std::string reason = "the manifest is not there";
    findings.NotLookedAt(kOfManifest, reason);
    return findings.NotLookedAt(kIcon, reason);
  }
  JudgeCors("manifest_cors", answer, findings);
  const std::string type(answer.Header("content-type"));
  if (type.starts_with("application/json")) {
    findings.Good("manifest_type", type);
  } else if (type.starts_with("text/html")) {
    findings.Wrong("manifest_type", type, "a page answers in its place: an app's, or a challenge",
                   "take /tonconnect-manifest.json out of what the proxy rewrites or challenges");
  } else {
    findings.Warning("manifest_type", type, "some wallets read application/json alone",
                     "have the proxy leave Content-Type as it is");
  }
  boost::system::error_code error;
  const auto value = json::parse(answer.body, error);
  const auto* manifest = error ? nullptr : value.if_object();
  if (manifest == nullptr) {
    findings.NotLookedAt("manifest_url", "the manifest is no JSON object");
    findings.NotLookedAt(kIcon, "the manifest is no JSON object");
    return findings.Wrong("manifest_fields", "no JSON object", "wallets cannot read it",
                          "see what answers at its address");
  }
  LookAtFields(*manifest, findings);
  LookAtUrl(deployment, TextOf(*manifest, "url"), findings);
  LookAtIcon(deployment, TextOf(*manifest, "iconUrl"), findings);
}

}  // namespace prichal::app::doctor
