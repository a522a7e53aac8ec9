#include "signin/token/jws.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64url.h"
#include "base/json_text.h"
#include "base/strict_json.h"

namespace prichal::token {
namespace {

namespace json = boost::json;

/// Returns false if the member is present but not a string.
bool ReadText(const json::object& object, std::string_view name, std::string& text) {
  const json::value* value = object.if_contains({name.data(), name.size()});
  if (value == nullptr) return true;
  const json::string* found = value->if_string();
  if (found == nullptr) return false;
  text.assign(found->data(), found->size());
  return true;
}

bool SameLetters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

Result<UnverifiedJws, TokenRefusal> UnverifiedJws::Parse(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Fail(Refuse(TokenRule::kSize, fmt::format("a token of {} bytes is not read, {} are",
                                                     text.size(), kMaxBytes)));
  }
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos || text.find('.', second + 1) != std::string_view::npos) {
    return Fail(Refuse(TokenRule::kForm,
                       "it is no token: three parts with a point between each two are one"));
  }
  auto jws = ReadHeader(text.substr(0, first));
  if (!jws) return jws;
  auto payload = Base64UrlDecode(text.substr(first + 1, second - first - 1));
  auto signature = Base64UrlDecode(text.substr(second + 1));
  if (!payload || !signature || signature->empty()) {
    return Fail(Refuse(TokenRule::kForm, "a part of the token is no base64url, or empty"));
  }
  jws->signed_ = text.substr(0, second);
  jws->payload_ = *std::move(payload);
  jws->signature_ = *std::move(signature);
  return jws;
}

Result<UnverifiedJws, TokenRefusal> UnverifiedJws::ReadHeader(std::string_view text) {
  const auto bytes = Base64UrlDecode(text);
  if (!bytes) return Fail(Refuse(TokenRule::kForm, "the token's header is no base64url"));
  auto value = ReadStrictJson(*bytes);
  if (!value || !value->is_object()) {
    return Fail(Refuse(TokenRule::kHeader, fmt::format("the token's header cannot be read: {}",
                                                       value ? "no object" : value.error())));
  }
  UnverifiedJws jws;
  jws.header_ = std::move(value->get_object());
  if (jws.header_.contains("crit") || jws.header_.contains("b64")) {
    return Fail(Refuse(TokenRule::kCritical,
                       "the token's header asks for an extension (\"crit\", \"b64\"), and none is "
                       "known here"));
  }
  if (!ReadText(jws.header_, "alg", jws.algorithm_) || !ReadText(jws.header_, "typ", jws.type_) ||
      !ReadText(jws.header_, "kid", jws.key_id_) || jws.algorithm_.empty()) {
    return Fail(
        Refuse(TokenRule::kHeader,
               "the token's header has no \"alg\", or an \"alg\", \"typ\" or \"kid\" that is "
               "no text"));
  }
  return jws;
}

bool UnverifiedJws::IsOfType(std::string_view type) const {
  constexpr std::string_view kPrefix = "application/";
  std::string_view media_type = type_;
  if (media_type.size() > kPrefix.size() &&
      SameLetters(media_type.substr(0, kPrefix.size()), kPrefix)) {
    media_type.remove_prefix(kPrefix.size());
  }
  return SameLetters(media_type, type);
}

Result<std::string, TokenRefusal> UnverifiedJws::Verify(const PublicKey& key) const {
  if (algorithm_ != NameOf(key.algorithm())) {
    return Fail(Refuse(TokenRule::kAlgorithm,
                       fmt::format("the token's key signs by {} alone, and its \"alg\" is another",
                                   NameOf(key.algorithm()))));
  }
  if (!key.Verify(signed_, signature_)) {
    return Fail(Refuse(TokenRule::kSignature,
                       "the token's signature is not its key's: it was changed, or signed by "
                       "somebody else"));
  }
  return payload_;
}

std::string SignJws(std::string_view type, std::string_view payload, const PrivateKey& key) {
  std::string header = fmt::format(R"({{"alg":"{}","kid":"{}","typ":)", NameOf(key.algorithm()),
                                   key.public_key().thumbprint());
  AppendJsonString(header, type);
  header.push_back('}');
  std::string text = Base64UrlEncode(header) + "." + Base64UrlEncode(payload);
  const std::string signature = key.Sign(text);
  return text + "." + Base64UrlEncode(signature);
}

}  // namespace prichal::token
