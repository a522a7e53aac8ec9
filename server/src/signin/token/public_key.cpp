#include "signin/token/public_key.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <sodium.h>

#include <algorithm>

#include "base/base64url.h"
#include "signin/token/openssl.h"

namespace prichal::token {
namespace {

namespace json = boost::json;
using std::string_view;

constexpr std::size_t kCoordinate = 32;
constexpr std::size_t kPoint = 1 + 2 * kCoordinate;

std::optional<string_view> Text(const json::object& object, string_view name) {
  const json::value* value = object.if_contains({name.data(), name.size()});
  const json::string* text = value == nullptr ? nullptr : value->if_string();
  if (text == nullptr) return std::nullopt;
  return string_view(text->data(), text->size());
}

/// Decodes a base64url member. `size`: required length, or 0 for any.
Result<std::string, std::string> Bytes(const json::object& object, string_view name,
                                       std::size_t size = 0) {
  const auto text = Text(object, name);
  if (!text) return Fail(fmt::format("it has no \"{}\"", name));
  auto bytes = Base64UrlDecode(*text);
  if (!bytes || bytes->empty() || (size != 0 && bytes->size() != size)) {
    return Fail(size == 0 ? fmt::format("its \"{}\" is no base64url", name)
                          : fmt::format("its \"{}\" is no base64url of {} bytes", name, size));
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
  switch (algorithm) {
    case Algorithm::kEs256:
      return "ES256";
    case Algorithm::kEdDsa:
      return "EdDSA";
    case Algorithm::kRs256:
      return "RS256";
  }
  return "";
}

PublicKey::PublicKey(Algorithm algorithm, std::string jwk)
    : algorithm_(algorithm), jwk_(std::move(jwk)) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), AsBytes(jwk_), jwk_.size());
  thumbprint_ = Base64UrlEncode(digest);
}

Result<PublicKey, std::string> PublicKey::FromJwk(const json::object& jwk) {
  const auto kind = Text(jwk, "kty");
  if (!kind) return Fail(std::string("it has no \"kty\""));
  const auto curve = Text(jwk, "crv");
  if (*kind == "EC" && curve == "P-256") {
    const auto x = Bytes(jwk, "x", kCoordinate);
    if (!x) return Fail(x.error());
    const auto y = Bytes(jwk, "y", kCoordinate);
    if (!y) return Fail(y.error());
    return FromP256("\x04" + *x + *y);
  }
  if (*kind == "OKP" && curve == "Ed25519") {
    const auto x = Bytes(jwk, "x", crypto_sign_PUBLICKEYBYTES);
    if (!x) return Fail(x.error());
    return FromEd25519(*x);
  }
  if (*kind == "RSA") {
    const auto n = Bytes(jwk, "n");
    if (!n) return Fail(n.error());
    const auto e = Bytes(jwk, "e");
    if (!e) return Fail(e.error());
    return FromRsa(*n, *e);
  }
  return Fail(std::string("its \"kty\" and \"crv\" are none of EC P-256, OKP Ed25519 and RSA"));
}

Result<PublicKey, std::string> PublicKey::FromP256(string_view point) {
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  // OpenSSL rejects points that are not on the curve.
  if (point.size() != kPoint || point.front() != '\x04' || parts == nullptr ||
      OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) !=
          1 ||
      OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                       point.size()) != 1) {
    return Fail(std::string("it is no point of 65 bytes"));
  }
  KeyPointer key = KeyFromParams("EC", EVP_PKEY_PUBLIC_KEY, parts.get());
  if (key == nullptr) return Fail(std::string("it is no point on P-256"));
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
    return Fail(std::string("it is no point of Ed25519"));
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
    return Fail(std::string("it is longer than 4096 bits, or has zeros in front"));
  }
  const Number modulus = ToNumber(n);
  const Number exponent = ToNumber(e);
  if (modulus == nullptr || exponent == nullptr || BN_num_bits(modulus.get()) < kFewestBits ||
      BN_is_odd(modulus.get()) == 0 || BN_is_odd(exponent.get()) == 0 ||
      BN_is_one(exponent.get()) != 0) {
    return Fail(std::string("it is no RSA key of at least 2048 bits"));
  }
  const ParamBuilder parts(OSSL_PARAM_BLD_new());
  KeyPointer key;
  if (parts != nullptr &&
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) == 1 &&
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) == 1) {
    key = KeyFromParams("RSA", EVP_PKEY_PUBLIC_KEY, parts.get());
  }
  if (key == nullptr) return Fail(std::string("it is no RSA key"));
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

}  // namespace prichal::token
