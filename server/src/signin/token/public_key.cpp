#include "signin/token/public_key.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <map>

#include "base/bytes.h"
#include "base/encoding.h"
#include "base/hash.h"
#include "base/json.h"

namespace prichal::signin::token {

std::string LastOpenSslError() {
  std::array<char, 256> text{};
  const unsigned long error = ERR_peek_last_error();
  ERR_error_string_n(error, text.data(), text.size());
  ERR_clear_error();
  return error == 0 ? "unknown error" : text.data();
}

namespace {

namespace json = boost::json;
using std::string_view;
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, OpenSslFree<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, OpenSslFree<OSSL_PARAM_free>>;

constexpr std::size_t kCoordinate = 32;
constexpr std::size_t kPoint = 1 + 2 * kCoordinate;

/// Builds a public key of type "EC" or "RSA" from its parameters. Null if they are not a valid key.
KeyPointer KeyFromParams(const char* kind, OSSL_PARAM_BLD* parts) {
  const Params params(OSSL_PARAM_BLD_to_param(parts));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  EVP_PKEY* key = nullptr;
  if (params == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
    ERR_clear_error();
    return nullptr;
  }
  return KeyPointer(key);
}

/// Decodes a base64url member. `size`: required length, or 0 for any.
Result<std::string, std::string> Bytes(const json::object& object, string_view name,
                                       std::size_t size = 0) {
  const string_view text = TextIn(object, name);
  if (text.empty()) return Fail(fmt::format("missing \"{}\"", name));
  auto bytes = Base64UrlDecode(text);
  if (!bytes || (size != 0 && bytes->size() != size)) {
    return Fail(size == 0 ? fmt::format("\"{}\" is not base64url", name)
                          : fmt::format("\"{}\" is not {} bytes in base64url", name, size));
  }
  return *std::move(bytes);
}

Number ToNumber(string_view bytes) {
  return Number(BN_bin2bn(AsBytes(bytes), static_cast<int>(bytes.size()), nullptr));
}

/// Converts r and s to DER, which OpenSSL requires. Empty if they are invalid.
std::string EcdsaDer(string_view signature) {
  const EcSignature pair(ECDSA_SIG_new());
  Number r = ToNumber(signature.substr(0, kCoordinate));
  Number s = ToNumber(signature.substr(kCoordinate));
  if (pair == nullptr || r == nullptr || s == nullptr ||
      ECDSA_SIG_set0(pair.get(), r.get(), s.get()) != 1) {
    return {};
  }
  // Now owned by the pair.
  (void)r.release();
  (void)s.release();
  std::array<unsigned char, 80> der{};
  const int size = i2d_ECDSA_SIG(pair.get(), nullptr);
  if (size <= 0 || static_cast<std::size_t>(size) > der.size()) return {};
  unsigned char* out = der.data();
  i2d_ECDSA_SIG(pair.get(), &out);
  return {reinterpret_cast<const char*>(der.data()), static_cast<std::size_t>(size)};
}

}  // namespace

std::string_view NameOf(Algorithm algorithm) {
  static constexpr std::array<std::string_view, 3> kNames{"ES256", "EdDSA", "RS256"};
  return kNames.at(static_cast<std::size_t>(algorithm));
}

PublicKey::PublicKey(Algorithm algorithm, std::string jwk)
    : algorithm_(algorithm), jwk_(std::move(jwk)) {
  thumbprint_ = Base64UrlEncode(Sha256(BytesOf(jwk_)));
}

Result<PublicKey, std::string> PublicKey::FromJwk(const json::object& jwk) {
  const string_view kind = TextIn(jwk, "kty");
  if (kind.empty()) return Fail(std::string("missing \"kty\""));
  const string_view curve = TextIn(jwk, "crv");
  if (kind == "EC" && curve == "P-256") {
    const auto x = Bytes(jwk, "x", kCoordinate);
    if (!x) return Fail(x.error());
    const auto y = Bytes(jwk, "y", kCoordinate);
    if (!y) return Fail(y.error());
    return FromP256("\x04" + *x + *y);
  }
  if (kind == "OKP" && curve == "Ed25519") {
    const auto x = Bytes(jwk, "x", crypto_sign_PUBLICKEYBYTES);
    if (!x) return Fail(x.error());
    return FromEd25519(*x);
  }
  if (kind == "RSA") {
    const auto n = Bytes(jwk, "n");
    if (!n) return Fail(n.error());
    const auto e = Bytes(jwk, "e");
    if (!e) return Fail(e.error());
    return FromRsa(*n, *e);
  }
  return Fail(
      std::string("unsupported \"kty\" and \"crv\"; expected EC P-256, OKP Ed25519 or RSA"));
}

Result<PublicKey, std::string> PublicKey::FromP256(string_view point) {
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  // OpenSSL rejects points that are not on the curve.
  if (point.size() != kPoint || point.front() != '\x04' || parts == nullptr ||
      OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) !=
          1 ||
      OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                       point.size()) != 1) {
    return Fail(std::string("not a point of 65 bytes"));
  }
  KeyPointer key = KeyFromParams("EC", parts.get());
  if (key == nullptr) return Fail(std::string("not a point on P-256"));
  PublicKey result(Algorithm::kEs256,
                   fmt::format(R"({{"crv":"P-256","kty":"EC","x":"{}","y":"{}"}})",
                               Base64UrlEncode(point.substr(1, kCoordinate)),
                               Base64UrlEncode(point.substr(1 + kCoordinate))));
  result.key_ = std::shared_ptr<EVP_PKEY>(std::move(key));
  return result;
}

Result<PublicKey, std::string> PublicKey::FromEd25519(string_view bytes) {
  // Rejects keys of small order, for which an attacker can forge signatures.
  if (bytes.size() != crypto_sign_PUBLICKEYBYTES ||
      crypto_core_ed25519_is_valid_point(AsBytes(bytes)) != 1) {
    return Fail(std::string("not a point of Ed25519"));
  }
  PublicKey result(Algorithm::kEdDsa, fmt::format(R"({{"crv":"Ed25519","kty":"OKP","x":"{}"}})",
                                                  Base64UrlEncode(bytes)));
  std::copy(bytes.begin(), bytes.end(), result.ed25519_.begin());
  return result;
}

Result<PublicKey, std::string> PublicKey::FromRsa(string_view n, string_view e) {
  constexpr int kFewestBits = 2048;  // RFC 7518 section 3.3
  constexpr std::size_t kMostBytes = 512;
  constexpr std::size_t kExponentBytes = 4;
  if (n.front() == '\0' || e.front() == '\0' || n.size() > kMostBytes ||
      e.size() > kExponentBytes) {
    return Fail(std::string("longer than 4096 bits, or has leading zeros"));
  }
  const Number modulus = ToNumber(n);
  const Number exponent = ToNumber(e);
  if (modulus == nullptr || exponent == nullptr || BN_num_bits(modulus.get()) < kFewestBits ||
      BN_is_odd(modulus.get()) == 0 || BN_is_odd(exponent.get()) == 0 ||
      BN_is_one(exponent.get()) != 0) {
    return Fail(std::string("not an RSA key of at least 2048 bits"));
  }
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  KeyPointer key;
  if (parts != nullptr &&
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) == 1 &&
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) == 1) {
    key = KeyFromParams("RSA", parts.get());
  }
  if (key == nullptr) return Fail(std::string("not an RSA key"));
  PublicKey result(Algorithm::kRs256, fmt::format(R"({{"e":"{}","kty":"RSA","n":"{}"}})",
                                                  Base64UrlEncode(e), Base64UrlEncode(n)));
  result.key_ = std::shared_ptr<EVP_PKEY>(std::move(key));
  return result;
}

bool PublicKey::Verify(string_view message, string_view signature) const {
  switch (algorithm_) {
    case Algorithm::kEdDsa:
      return signature.size() == crypto_sign_BYTES &&
             crypto_sign_verify_detached(AsBytes(signature), AsBytes(message), message.size(),
                                         ed25519_.data()) == 0;
    case Algorithm::kEs256: {
      if (signature.size() != 2 * kCoordinate) return false;
      const std::string der = EcdsaDer(signature);
      return !der.empty() && VerifyByOpenSsl(message, der);
    }
    case Algorithm::kRs256:
      return VerifyByOpenSsl(message, signature);
  }
  return false;
}

bool PublicKey::VerifyByOpenSsl(string_view message, string_view signature) const {
  const DigestContext context(EVP_MD_CTX_new());
  const bool verified = context != nullptr &&
                        EVP_DigestVerifyInit_ex(context.get(), nullptr, "SHA256", nullptr, nullptr,
                                                key_.get(), nullptr) == 1 &&
                        EVP_DigestVerify(context.get(), AsBytes(signature), signature.size(),
                                         AsBytes(message), message.size()) == 1;
  if (!verified) ERR_clear_error();
  return verified;
}

namespace {

bool MayVerify(const json::object& jwk) {
  const json::value* operations = jwk.if_contains("key_ops");
  if (operations == nullptr) return true;
  const json::array* list = operations->if_array();
  return list != nullptr &&
         std::find(list->begin(), list->end(), json::value("verify")) != list->end();
}

Result<PublicKey, std::string> ReadKey(const json::value& value) {
  const json::object* jwk = value.if_object();
  if (jwk == nullptr) return Fail(std::string("not an object"));
  for (const string_view name : {"use", "alg", "kid"}) {
    const json::value* member = jwk->if_contains(name);
    if (member != nullptr && !member->is_string()) {
      return Fail(fmt::format("\"{}\" is not a string", name));
    }
  }
  if ((jwk->contains("use") && TextIn(*jwk, "use") != "sig") || !MayVerify(*jwk)) {
    return Fail(std::string("the key is not for signatures"));
  }
  auto key = PublicKey::FromJwk(*jwk);
  if (key && jwk->contains("alg") && TextIn(*jwk, "alg") != NameOf(key->algorithm())) {
    return Fail(std::string("\"alg\" does not match the key"));
  }
  return key;
}

}  // namespace

Result<JwkSet, std::string> JwkSet::Read(string_view text) {
  if (text.size() > kMaxBytes) {
    return Fail(
        fmt::format("the key set has {} bytes, at most {} are allowed", text.size(), kMaxBytes));
  }
  const auto value = ReadStrictJson(text);
  if (!value) return Fail(fmt::format("malformed key set: {}", value.error()));
  const json::object* object = value->if_object();
  const json::value* member = object == nullptr ? nullptr : object->if_contains("keys");
  const json::array* list = member == nullptr ? nullptr : member->if_array();
  if (list == nullptr || list->size() > kMaxKeys) {
    return Fail(fmt::format(
        "not a key set; expected an object whose \"keys\" is a list of up to {} keys", kMaxKeys));
  }
  JwkSet set;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto key = ReadKey((*list)[i]);
    if (!key) {
      set.skipped_.push_back(fmt::format("key {}: {}", i + 1, key.error()));
      continue;
    }
    const json::object& jwk = (*list)[i].get_object();
    std::string id(jwk.contains("kid") ? TextIn(jwk, "kid") : key->thumbprint());
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
  json::array list;
  for (const Named& each : keys_) {
    const json::object jwk = ReadStrictObject(each.key.jwk()).value();
    std::map<string_view, string_view> members{
        {"alg", NameOf(each.key.algorithm())}, {"kid", each.key_id}, {"use", "sig"}};
    for (const auto& member : jwk) members.emplace(member.key(), TextIn(jwk, member.key()));
    json::object& written = list.emplace_back(json::object()).get_object();
    for (const auto& [name, value] : members) written[name] = value;
  }
  return json::serialize(json::object{{"keys", std::move(list)}});
}

}  // namespace prichal::signin::token
