#include "http/codec/content_negotiation.h"

#include <algorithm>

#include "http/codec/header_fields.h"

namespace prichal::http {
namespace {

/// Parses a weight in thousandths (RFC 9110 section 12.4.2). Empty if invalid.
std::optional<int> ParseWeight(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  int weight = (text[0] - '0') * 1000;
  if (text.size() == 1) return weight;
  if (text[1] != '.') return std::nullopt;
  int scale = 100;
  for (const char c : text.substr(2)) {
    if (c < '0' || c > '9') return std::nullopt;
    weight += (c - '0') * scale;
    scale /= 10;
  }
  if (weight > 1000) return std::nullopt;
  return weight;
}

struct Weighted {
  std::string_view coding;
  int weight;
};

std::optional<Weighted> ParseElement(std::string_view element) {
  const std::size_t semicolon = element.find(';');
  Weighted parsed{.coding = TrimSpace(element.substr(0, semicolon)), .weight = 1000};
  if (parsed.coding.empty()) return std::nullopt;
  if (semicolon == std::string_view::npos) return parsed;
  const std::string_view parameter = TrimSpace(element.substr(semicolon + 1));
  if (parameter.size() < 3 || !SameToken(parameter.substr(0, 2), "q=")) return std::nullopt;
  const auto weight = ParseWeight(parameter.substr(2));
  if (!weight) return std::nullopt;
  parsed.weight = *weight;
  return parsed;
}

/// Weights from the client. Empty if it did not name the encoding.
struct Wishes {
  std::optional<int> brotli;
  std::optional<int> gzip;
  std::optional<int> identity;
  std::optional<int> any;
};

Wishes ParseWishes(std::string_view list) {
  Wishes wishes;
  std::string_view element;
  while (NextListElement(list, element)) {
    const auto parsed = ParseElement(element);
    if (!parsed) continue;
    if (SameToken(parsed->coding, "br")) {
      wishes.brotli = parsed->weight;
    } else if (SameToken(parsed->coding, "gzip") || SameToken(parsed->coding, "x-gzip")) {
      wishes.gzip = parsed->weight;
    } else if (SameToken(parsed->coding, "identity")) {
      wishes.identity = parsed->weight;
    } else if (parsed->coding == "*") {
      wishes.any = parsed->weight;
    }
  }
  return wishes;
}

}  // namespace

std::string_view CodingName(Coding coding) {
  switch (coding) {
    case Coding::kBrotli:
      return "br";
    case Coding::kGzip:
      return "gzip";
    case Coding::kIdentity:
      break;
  }
  return "identity";
}

std::optional<Coding> ChooseCoding(std::string_view accept_encoding, Codings exist) {
  const Wishes wishes = ParseWishes(accept_encoding);
  const int any = wishes.any.value_or(0);
  const int brotli = exist.brotli ? wishes.brotli.value_or(any) : 0;
  const int gzip = exist.gzip ? wishes.gzip.value_or(any) : 0;
  // Identity is acceptable unless it is rejected by name or by "*;q=0". If the client names other
  // encodings but not identity, identity has the lowest weight.
  const int unnamed = wishes.any == 0 ? 0 : 1;
  const int identity = wishes.identity.value_or(unnamed);

  const int best = std::max({brotli, gzip, identity});
  if (best == 0) return std::nullopt;
  if (brotli == best) return Coding::kBrotli;
  if (gzip == best) return Coding::kGzip;
  return Coding::kIdentity;
}

bool NoneMatchHits(std::string_view if_none_match, std::string_view etag) {
  const auto strip_weak = [](std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
  };
  if (TrimSpace(if_none_match) == "*") return true;
  // Entity tags can contain commas, so parse tag by tag.
  std::string_view rest = if_none_match;
  while (true) {
    const std::size_t open = rest.find('"');
    if (open == std::string_view::npos) return false;
    const std::size_t close = rest.find('"', open + 1);
    if (close == std::string_view::npos) return false;
    if (rest.substr(open, close - open + 1) == strip_weak(etag)) return true;
    rest.remove_prefix(close + 1);
  }
}

}  // namespace prichal::http
