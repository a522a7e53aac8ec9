#include "site/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <qrcodegen.hpp>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/json.h"
#include "http/codec/header_fields.h"
#include "site/resource.h"

namespace prichal::site {
namespace {

using std::string_view;
namespace json = boost::json;
using qrcodegen::QrCode;
using qrcodegen::QrSegment;

/// The problem with a description.
using Problem = std::string;

/// Accepts `sha256-` followed by the standard base64 of 32 bytes (CSP 3, section 2.3.1).
bool IsHash(string_view text) {
  constexpr string_view kAlgorithm = "sha256-";
  constexpr std::size_t kDigits = (sizeof(Sha256Digest) * 8 + 5) / 6;
  if (!text.starts_with(kAlgorithm) || !text.ends_with('=')) return false;
  text.remove_prefix(kAlgorithm.size());
  text.remove_suffix(1);
  return text.size() == kDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return IsAsciiAlphanumeric(c) || c == '+' || c == '/';
         });
}

/// Accepts a path on this site that cannot end its `<…>` or its header line.
bool IsOwnFile(string_view address) {
  return address.starts_with('/') && !address.starts_with("//") &&
         std::none_of(address.begin(), address.end(), [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == 0x7f || c == '<' || c == '>' ||
                  c == '"' || c == '\\';
         });
}

/// Reads a list of strings that satisfy `fits`. Empty if the member is absent.
template <typename Fits>
Result<std::vector<std::string>, Problem> Texts(const json::value* value, string_view name,
                                                Fits fits, string_view what) {
  std::vector<std::string> texts;
  if (value == nullptr) return texts;
  const auto* list = value->if_array();
  if (list == nullptr) return Fail(fmt::format("\"{}\" must be a list", name));
  for (const auto& each : *list) {
    const auto* text = each.if_string();
    if (text == nullptr || !fits(string_view(*text))) {
      return Fail(fmt::format("\"{}\" has an item that is not a {}", name, what));
    }
    texts.emplace_back(string_view(*text));
  }
  return texts;
}

Result<std::vector<std::string>, Problem> Hashes(const json::object& object, string_view name) {
  auto hashes = Texts(object.if_contains(name), name, IsHash, "SHA-256 hash");
  if (!hashes) return hashes;
  for (auto& hash : *hashes) hash = fmt::format("'{}'", hash);
  return hashes;
}

Result<PageDescription::Preloads, Problem> ReadPreloads(const json::object& object) {
  PageDescription::Preloads preloads;
  const auto* value = object.if_contains("preloads");
  if (value == nullptr) return preloads;
  const auto* pages = value->if_object();
  if (pages == nullptr) return Fail(Problem("\"preloads\" must be an object"));
  for (const auto& page : *pages) {
    const string_view path(page.key().data(), page.key().size());
    auto names = Texts(&page.value(), "preloads", IsOwnFile, "file of the build");
    if (!names) return Fail(std::move(names.error()));
    preloads.emplace(path, *std::move(names));
  }
  return preloads;
}

Result<std::optional<PageDescription::Range>, Problem> ReadConfig(const json::object& object,
                                                                  string_view page) {
  const auto* value = object.if_contains("config");
  if (value == nullptr) return std::nullopt;
  const auto* list = value->if_array();
  const auto* begin = list != nullptr && list->size() == 2 ? list->at(0).if_int64() : nullptr;
  const auto* end = begin != nullptr ? list->at(1).if_int64() : nullptr;
  if (end == nullptr) return Fail(Problem("\"config\" must be two whole numbers"));
  // A negative number becomes larger than the page.
  const PageDescription::Range range{.begin = static_cast<std::size_t>(*begin),
                                     .end = static_cast<std::size_t>(*end)};
  // The surrounding text must be the element's, so that the configuration cannot go elsewhere.
  if (range.begin == 0 || range.begin > range.end || range.end > page.size() ||
      page[range.begin - 1] != '>' || !page.substr(range.end).starts_with("</") ||
      http::TrimSpace(page.substr(range.begin, range.end - range.begin)) != "{}") {
    return Fail(Problem("\"config\" is not a range of the page with {} in it"));
  }
  return range;
}

Result<std::string, Problem> ReadSignIn(const json::object& object) {
  const auto* value = object.if_contains("sign_in");
  if (value == nullptr) return std::string();
  const auto* text = value->if_string();
  if (text == nullptr || !IsOwnFile(string_view(*text)) ||
      string_view(*text).find('&') != string_view::npos) {
    return Fail(Problem("\"sign_in\" is not a file of the build"));
  }
  return std::string(string_view(*text));
}

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendJsonString(quoted, text);
  return quoted;
}

/// Appends JSON and escapes '<', which occurs only in JSON strings.
void AppendJson(std::string& out, std::string_view json) {
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
}

/// Returns `{"product":{"name":"Prichal","slug":"prichal"},"bot":null,"languages":["ru"]}`, with
/// `"words"` by language and the path of the `"stand"` if present. Strings contain no '<', so that
/// they cannot end the script element.
std::string PageConfig(const Options& options, const std::vector<PageWords>& words) {
  std::vector<std::string> languages;
  languages.reserve(options.languages.size());
  for (const auto& language : options.languages) languages.push_back(Quoted(language));
  std::string json =
      fmt::format(R"({{"product":{{"name":{},"slug":{}}},"bot":{},"languages":[{}])",
                  Quoted(options.product_name), Quoted(options.product_slug),
                  options.bot.empty() ? "null" : Quoted(options.bot), fmt::join(languages, ","));
  std::vector<std::string> texts;
  for (const auto& each : words) {
    texts.push_back(fmt::format("{}:", Quoted(each.language)));
    AppendJson(texts.back(), each.json);
  }
  if (!texts.empty()) json += fmt::format(R"(,"words":{{{}}})", fmt::join(texts, ","));
  if (options.dev) json += R"(,"stand":"/stand/")";
  return json + '}';
}

/// The build does not know the product's slug, so its purchase path ends here.
constexpr std::string_view kBuy = "/buy-";
/// Default entry for all other paths.
constexpr std::string_view kOther = "*";

constexpr int kLargestVersion = 20;
constexpr int kQuietZone = 4;
/// Lets the library choose the mask by the standard's penalty rules.
constexpr int kAnyMask = -1;

constexpr std::string_view kEnding = ".html";

constexpr std::string_view kStatusStyle = R"(
:root { color-scheme: light dark; --page: #fff; --text: #1b1f24; --soft: #59636e; --code: #eef1f4 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1318; --text: #e6ebf0; --soft: #98a2ad; --code: #222932 }
}
body {
  display: grid; min-height: 100vh; margin: 0; place-items: center;
  background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
main { box-sizing: border-box; width: 100%; max-width: 34rem; padding: 2rem 1.25rem }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem }
code { padding: .125rem .375rem; border-radius: .25rem; background: var(--code) }
.software { margin: 2rem 0 0; color: var(--soft); font-size: .875rem }
)";

}  // namespace

Result<PageDescription, std::string> ReadPageDescription(std::string_view json,
                                                         std::string_view page) {
  boost::system::error_code error;
  const auto value = json::parse(json, error);
  if (error) return Fail(Problem("is not valid JSON: " + error.message()));
  const auto* object = value.if_object();
  if (object == nullptr) return Fail(Problem("is not a JSON object"));
  const auto* digest = object->if_contains("sha256");
  const auto* about = digest == nullptr ? nullptr : digest->if_string();
  const auto found = HexEncode(Sha256(BytesOf(page)));
  if (about == nullptr || string_view(*about) != found) {
    return Fail(fmt::format("describes another page (this one has the SHA-256 {})", found));
  }
  auto scripts = Hashes(*object, "scripts");
  if (!scripts) return Fail(std::move(scripts.error()));
  auto styles = Hashes(*object, "styles");
  if (!styles) return Fail(std::move(styles.error()));
  auto preloads = ReadPreloads(*object);
  if (!preloads) return Fail(std::move(preloads.error()));
  const auto config = ReadConfig(*object, page);
  if (!config) return Fail(config.error());
  auto sign_in = ReadSignIn(*object);
  if (!sign_in) return Fail(std::move(sign_in.error()));
  return PageDescription{.scripts = *std::move(scripts),
                         .styles = *std::move(styles),
                         .preloads = *std::move(preloads),
                         .config = *config,
                         .sign_in = *std::move(sign_in)};
}

std::string ComposePage(std::string_view html, const PageDescription& description,
                        const Options& options, const std::vector<PageWords>& words) {
  const PageDescription::Range place = description.config.value();
  std::string page(html.substr(0, place.begin));
  page += PageConfig(options, words);
  const std::size_t behind = html.find('>', place.end);
  if (!options.sign_in || description.sign_in.empty() || behind == std::string_view::npos) {
    return page.append(html.substr(place.end));
  }
  page += html.substr(place.end, behind + 1 - place.end);
  page += fmt::format(R"(<script type="module" src="{}"></script>)", description.sign_in);
  return page.append(html.substr(behind + 1));
}

std::string PreloadLine(const PageDescription::Preloads& preloads, std::string_view path) {
  auto found = preloads.find(path.starts_with(kBuy) ? kBuy : path);
  if (found == preloads.end()) found = preloads.find(kOther);
  if (found == preloads.end() || found->second.empty()) return {};
  std::vector<std::string> links;
  links.reserve(found->second.size());
  for (const auto& file : found->second) {
    links.push_back(fmt::format("<{}>; rel={}", file,
                                file.ends_with(".css") ? "preload; as=style" : "modulepreload"));
  }
  return fmt::format("Link: {}\r\n", fmt::join(links, ", "));
}

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

PagePath PagePathOf(std::string_view file) {
  const auto whole = fmt::format("/{}", file);
  const auto name = whole.rfind('/') + 1;
  PagePath page;
  if (std::string_view(whole).substr(name) == kIndex) {
    page.path = whole.substr(0, name);
    if (name > 1) page.redirects.push_back(whole.substr(0, name - 1));
  } else {
    page.path = whole.substr(0, whole.size() - kEnding.size());
    page.redirects.push_back(page.path + '/');
  }
  page.redirects.push_back(whole);
  return page;
}

std::string ManifestJson(const Options& options) {
  std::string json;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    json += json.empty() ? "{\"" : ",\"";
    json += name;
    json += "\":";
    AppendJsonString(json, value);
  };
  const bool own_icon = options.manifest_icon.starts_with('/');
  add("url", options.origin);
  add("name", options.manifest_name);
  add("iconUrl", own_icon ? options.origin + options.manifest_icon : options.manifest_icon);
  add("termsOfUseUrl", options.terms_of_use);
  add("privacyPolicyUrl", options.privacy_policy);
  return json + "}\n";
}

StatusPage MakeStatusPage() {
  return {.html = fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
{}
<link rel="icon" href="data:,">
<style>{}</style>
</head>
<body>
<main>
<h1>TON Connect bridge</h1>
<p>This server is running. It passes encrypted messages between apps and wallets.</p>
<p>Apps and wallets connect at <code>/bridge</code> of this address.</p>
<p class="software">Software: Prichal</p>
</main>
</body>
</html>
)",
                              kStatusTitle, kStatusStyle),
          .policy = fmt::format("default-src 'none'; style-src 'sha256-{}'; img-src data:; "
                                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                                Base64(Sha256(BytesOf(kStatusStyle))))};
}

}  // namespace prichal::site
