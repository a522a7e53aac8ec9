#include "site/wallets/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "site/wallets/list.h"

namespace prichal::site::wallets {

std::string_view NameOf(Reason reason) {
  constexpr std::array<std::string_view, kReasons> kNames{
      "address", "unreachable", "tls", "timeout", "too_large", "status", "malformed", "shrunk"};
  return kNames.at(static_cast<std::size_t>(reason));
}

namespace {

namespace json = boost::json;

/// Start of the first line, before the digest. The number is the format's version.
constexpr std::string_view kMark = "prichal wallets 1 ";
constexpr std::size_t kDigestDigits = 64;
/// Hex digits of the digest in an icon's name, to distinguish icons of one wallet.
constexpr std::size_t kNameDigits = 16;
constexpr std::size_t kIconNameBytes = 40;

std::string DigestOf(std::string_view bytes) { return HexEncode(Sha256(BytesOf(bytes))); }

std::string IconPath(std::string_view app_name, std::string_view webp) {
  std::string name(app_name.substr(0, kIconNameBytes));
  for (auto& c : name) {
    if (!IsAsciiAlphanumeric(c)) c = '-';
  }
  return fmt::format("{}{}.{}.webp", kIconsFolder, name, DigestOf(webp).substr(0, kNameDigits));
}

json::string Text(std::string_view text) { return json::string(text.data(), text.size()); }

json::object ToJson(const Validators& validators) {
  return {{"etag", Text(validators.etag)}, {"last_modified", Text(validators.last_modified)}};
}

/// Returns the text of a value. Empty if it is not a string.
std::optional<std::string> TextAt(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  const auto* text = value == nullptr ? nullptr : value->if_string();
  if (text == nullptr) return std::nullopt;
  return std::string(text->data(), text->size());
}

const json::object* ObjectAt(const json::object& object, std::string_view name) {
  const auto* value = object.if_contains(name);
  return value == nullptr ? nullptr : value->if_object();
}

std::optional<Validators> ValidatorsAt(const json::object& object) {
  const auto* found = ObjectAt(object, "validators");
  if (found == nullptr) return std::nullopt;
  auto etag = TextAt(*found, "etag");
  auto last_modified = TextAt(*found, "last_modified");
  if (!etag || !last_modified) return std::nullopt;
  return Validators{.etag = *std::move(etag), .last_modified = *std::move(last_modified)};
}

std::optional<Icon> ReadIcon(const json::value& value) {
  const auto* object = value.if_object();
  if (object == nullptr) return std::nullopt;
  auto image = TextAt(*object, "image");
  auto validators = ValidatorsAt(*object);
  const auto text = TextAt(*object, "webp");
  auto webp = text ? Base64UrlDecode(*text) : std::nullopt;
  if (!image || !validators || !webp) return std::nullopt;
  return Icon{
      .image = *std::move(image), .validators = *std::move(validators), .webp = *std::move(webp)};
}

std::optional<Snapshot> Read(const json::object& object) {
  auto source = TextAt(object, "source");
  auto validators = ValidatorsAt(object);
  const auto* pulled_at = object.if_contains("pulled_at");
  const auto* list = object.if_contains("list");
  const auto* icons = ObjectAt(object, "icons");
  if (!source || !validators || pulled_at == nullptr || !pulled_at->is_int64() || list == nullptr ||
      icons == nullptr) {
    return std::nullopt;
  }
  // The rules of this version may be stricter than those of the version that wrote the file.
  auto read = ReadList(json::serialize(*list), OriginOf(*source).value_or(""));
  if (!read) return std::nullopt;
  Snapshot snapshot{.source = *std::move(source),
                    .validators = *std::move(validators),
                    .pulled_at = Millis(pulled_at->get_int64()),
                    .list = std::move(read->json)};
  for (const auto& wallet : read->wallets) {
    const auto* value = icons->if_contains(wallet.app_name);
    if (value == nullptr) continue;
    auto icon = ReadIcon(*value);
    if (!icon) return std::nullopt;
    snapshot.icons.emplace(wallet.app_name, *std::move(icon));
  }
  return snapshot;
}

}  // namespace

std::string Serialize(const Snapshot& snapshot) {
  json::object icons;
  for (const auto& [name, icon] : snapshot.icons) {
    icons[name] = {{"image", Text(icon.image)},
                   {"validators", ToJson(icon.validators)},
                   {"webp", Text(Base64UrlEncode(icon.webp))}};
  }
  const json::object object{{"source", Text(snapshot.source)},
                            {"validators", ToJson(snapshot.validators)},
                            {"pulled_at", snapshot.pulled_at.count()},
                            {"list", json::parse(Text(snapshot.list))},
                            {"icons", std::move(icons)}};
  const std::string body = json::serialize(object) + "\n";
  return fmt::format("{}{}\n{}", kMark, DigestOf(body), body);
}

Result<Snapshot, std::string> ParseSnapshot(std::string_view bytes) {
  if (!bytes.starts_with(kMark)) return Fail(std::string("is not written by `wallets pull`"));
  const auto rest = bytes.substr(kMark.size());
  const bool has_digest = rest.size() > kDigestDigits && rest[kDigestDigits] == '\n';
  const auto body = has_digest ? rest.substr(kDigestDigits + 1) : std::string_view();
  if (!has_digest || rest.substr(0, kDigestDigits) != DigestOf(body)) {
    return Fail(std::string("is damaged (wrong checksum)"));
  }
  boost::system::error_code error;
  const auto parsed = json::parse({body.data(), body.size()}, error);
  const auto* object = error ? nullptr : parsed.if_object();
  auto snapshot = object == nullptr ? std::nullopt : Read(*object);
  if (!snapshot) return Fail(std::string("was written by another version"));
  return *std::move(snapshot);
}

PulledWallets ToServe(const Snapshot& snapshot) {
  PulledWallets wallets{.list = snapshot.list, .icons = {}};
  for (const auto& [name, icon] : snapshot.icons) {
    wallets.icons.emplace(name, WalletIcon{.path = IconPath(name, icon.webp), .webp = icon.webp});
  }
  return wallets;
}

}  // namespace prichal::site::wallets
