#include "signin/token/jwk_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"
#include "base/strict_json.h"

namespace prichal::token {
namespace {

namespace json = boost::json;
using std::string_view;

/// Returns true if the member is absent or a string.
bool IsTextOrAbsent(const json::object& jwk, string_view name) {
  const json::value* value = jwk.if_contains({name.data(), name.size()});
  return value == nullptr || value->is_string();
}

string_view TextOr(const json::object& jwk, string_view name, string_view otherwise) {
  const json::value* value = jwk.if_contains({name.data(), name.size()});
  if (value == nullptr) return otherwise;
  return {value->get_string().data(), value->get_string().size()};
}

bool MayVerify(const json::object& jwk) {
  const json::value* operations = jwk.if_contains("key_ops");
  if (operations == nullptr) return true;
  const json::array* list = operations->if_array();
  return list != nullptr &&
         std::find(list->begin(), list->end(), json::value("verify")) != list->end();
}

Result<PublicKey, std::string> ReadKey(const json::value& value) {
  const json::object* jwk = value.if_object();
  if (jwk == nullptr) return Fail(std::string("it is no object"));
  for (const string_view name : {"use", "alg", "kid"}) {
    if (!IsTextOrAbsent(*jwk, name)) return Fail(fmt::format("its \"{}\" is no text", name));
  }
  if (TextOr(*jwk, "use", "sig") != "sig" || !MayVerify(*jwk)) {
    return Fail(std::string("it is not for signatures"));
  }
  auto key = PublicKey::FromJwk(*jwk);
  if (key && TextOr(*jwk, "alg", NameOf(key->algorithm())) != NameOf(key->algorithm())) {
    return Fail(std::string("its \"alg\" is not what such a key signs by"));
  }
  return key;
}

}  // namespace

Result<JwkSet, std::string> JwkSet::Read(string_view text) {
  if (text.size() > kMaxBytes) {
    return Fail(fmt::format("a key set of {} bytes is not read, {} are", text.size(), kMaxBytes));
  }
  const auto value = ReadStrictJson(text);
  if (!value) return Fail(fmt::format("a key set cannot be read: {}", value.error()));
  const json::object* object = value->if_object();
  const json::value* member = object == nullptr ? nullptr : object->if_contains("keys");
  const json::array* list = member == nullptr ? nullptr : member->if_array();
  if (list == nullptr || list->size() > kMaxKeys) {
    return Fail(
        fmt::format("a key set is an object whose \"keys\" is a list of up to {}", kMaxKeys));
  }
  JwkSet set;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto key = ReadKey((*list)[i]);
    if (!key) {
      set.skipped_.push_back(fmt::format("key {}: {}", i + 1, key.error()));
      continue;
    }
    std::string id(TextOr((*list)[i].get_object(), "kid", key->thumbprint()));
    set.keys_.push_back({.key_id = std::move(id), .key = *std::move(key)});
  }
  return set;
}

void JwkSet::Add(PublicKey key) {
  std::string id = key.thumbprint();
  keys_.push_back({.key_id = std::move(id), .key = std::move(key)});
}

const PublicKey* JwkSet::Find(string_view key_id, string_view algorithm) const {
  const PublicKey* found = nullptr;
  for (const Named& each : keys_) {
    if (NameOf(each.key.algorithm()) != algorithm) continue;
    if (!key_id.empty()) {
      if (each.key_id == key_id) return &each.key;
      continue;
    }
    if (found != nullptr) return nullptr;
    found = &each.key;
  }
  return found;
}

std::string JwkSet::Write() const {
  std::string text = R"({"keys":[)";
  for (const Named& each : keys_) {
    if (text.back() == '}') text.push_back(',');
    const std::string& jwk = each.key.jwk();
    // Insert after the members that name the curve, or RSA's exponent, and before the key's
    // numbers.
    const std::size_t at = jwk.find(R"("kty")");
    const std::size_t behind = jwk.find(R"(",)", at) + 2;
    text += fmt::format(R"({{"alg":"{}",)", NameOf(each.key.algorithm()));
    text.append(jwk, 1, at - 1).append(R"("kid":)");
    AppendJsonString(text, each.key_id);
    text.append(",").append(jwk, at, behind - at);
    // Alphabetical order: "n" before "use", "x" after it.
    if (each.key.algorithm() == Algorithm::kRs256) {
      text.append(jwk, behind, jwk.size() - behind - 1).append(R"(,"use":"sig"})");
    } else {
      text.append(R"("use":"sig",)").append(jwk, behind);
    }
  }
  return text + "]}";
}

}  // namespace prichal::token
