#include "signin/token/private_key.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <boost/json/monotonic_resource.hpp>
#include <stdexcept>

#include "base/encoding.h"
#include "base/json.h"
#include "signin/token/public_key.h"

namespace prichal::signin::token {
namespace {

namespace json = boost::json;

constexpr std::size_t kScalar = 32;
constexpr std::size_t kMaxBytes = 4096;

constexpr const char* kWanted =
    "Fix: use a P-256 or Ed25519 key (openssl genpkey -algorithm EC -pkeyopt "
    "ec_paramgen_curve:P-256)";

/// Throws if OpenSSL failed at an operation that cannot fail. `what` names the operation.
[[noreturn]] void Broken(const char* what) {
  throw std::runtime_error(fmt::format("{}: {}", what, LastOpenSslError()));
}

int NoPassphrase(char*, int, int, void*) { return -1; }

}  // namespace

PrivateKey::PrivateKey(std::shared_ptr<EVP_PKEY> key, PublicKey public_key)
    : key_(std::move(key)), public_key_(std::move(public_key)) {}

PrivateKey PrivateKey::Generate(Algorithm algorithm) {
  EVP_PKEY* made = nullptr;
  if (algorithm == Algorithm::kEs256) made = EVP_EC_gen("P-256");
  if (algorithm == Algorithm::kEdDsa) made = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  if (made == nullptr) Broken("no new key");
  auto key = FromKey(std::shared_ptr<EVP_PKEY>(KeyPointer(made)));
  if (!key) Broken("a new key is none");
  return *std::move(key);
}

Result<PrivateKey, std::string> PrivateKey::FromText(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Fail(fmt::format("{} bytes are too many for a private key. {}", text.size(), kWanted));
  }
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool is_json = begin != std::string_view::npos && text[begin] == '{';
  return is_json ? FromJwk(text) : FromPem(text);
}

Result<PrivateKey, std::string> PrivateKey::FromPem(std::string_view text) {
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (bio == nullptr) Broken("out of memory");
  KeyPointer key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassphrase, nullptr));
  if (key == nullptr) {
    (void)LastOpenSslError();  // removes it from the queue of errors
    return Fail(fmt::format(
        "not a private key, neither PEM without a passphrase nor a JSON Web Key ({} bytes). {}",
        text.size(), kWanted));
  }
  return FromKey(std::shared_ptr<EVP_PKEY>(std::move(key)));
}

Result<PrivateKey, std::string> PrivateKey::FromJwk(std::string_view text) {
  // The parsed JSON is kept in one block, which is overwritten.
  SecretBytes<4 * kMaxBytes> place;
  json::monotonic_resource memory(place.bytes().data(), place.bytes().size());
  const auto value = ReadStrictJson(text, 2, &memory);
  if (!value) return Fail(fmt::format("malformed private JSON Web Key: {}", value.error()));
  if (!value->is_object()) return Fail(fmt::format("a list is not a JSON Web Key. {}", kWanted));
  const auto public_key = PublicKey::FromJwk(value->get_object());
  if (!public_key || public_key->algorithm() == Algorithm::kRs256) {
    return Fail(fmt::format("unsupported JSON Web Key: {}. {}",
                            public_key ? "it is an RSA key" : public_key.error(), kWanted));
  }
  SecretBytes<kScalar> scalar;
  const json::value* d = value->get_object().if_contains("d");
  const json::string* digits = d == nullptr ? nullptr : d->if_string();
  if (digits == nullptr || !Base64UrlDecode({digits->data(), digits->size()}, scalar.bytes())) {
    return Fail(
        fmt::format("not a private JSON Web Key: \"d\" is not 32 bytes in base64url. {}", kWanted));
  }

  KeyPointer key;
  if (public_key->algorithm() == Algorithm::kEdDsa) {
    key.reset(
        EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, scalar.bytes().data(), kScalar));
  } else {
    const Number number(BN_secure_new());
    const ParamBuilder parts(OSSL_PARAM_BLD_new());
    const auto x = Base64UrlDecode(value->get_object().at("x").as_string());
    const auto y = Base64UrlDecode(value->get_object().at("y").as_string());
    const std::string point = "\x04" + *x + *y;
    if (number != nullptr && parts != nullptr &&
        BN_bin2bn(scalar.bytes().data(), kScalar, number.get()) != nullptr &&
        OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) ==
            1 &&
        OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) == 1 &&
        OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_PRIV_KEY, number.get()) == 1) {
      key = KeyFromParams("EC", EVP_PKEY_KEYPAIR, parts.get());
    }
  }
  ERR_clear_error();
  auto made = key == nullptr ? Result<PrivateKey, std::string>(Fail(std::string()))
                             : FromKey(std::shared_ptr<EVP_PKEY>(std::move(key)));
  if (!made || made->public_key().thumbprint() != public_key->thumbprint()) {
    return Fail(
        std::string("the JSON Web Key's private part does not match its public part. Fix: export "
                    "the key again"));
  }
  return made;
}

Result<PrivateKey, std::string> PrivateKey::FromKey(std::shared_ptr<EVP_PKEY> key) {
  std::array<unsigned char, 128> bytes{};
  std::size_t size = bytes.size();
  const auto view = [&] {
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), size);
  };
  std::array<char, 32> group{};
  if (EVP_PKEY_is_a(key.get(), "ED25519") == 1 &&
      EVP_PKEY_get_raw_public_key(key.get(), bytes.data(), &size) == 1) {
    auto public_key = PublicKey::FromEd25519(view());
    if (public_key) return PrivateKey(std::move(key), *std::move(public_key));
  } else if (EVP_PKEY_is_a(key.get(), "EC") == 1 &&
             EVP_PKEY_get_group_name(key.get(), group.data(), group.size(), nullptr) == 1 &&
             std::string_view(group.data()) == "prime256v1" &&
             EVP_PKEY_get_octet_string_param(key.get(), OSSL_PKEY_PARAM_PUB_KEY, bytes.data(),
                                             bytes.size(), &size) == 1) {
    // The public half in the text may not belong to the private half.
    const KeyContext context(EVP_PKEY_CTX_new(key.get(), nullptr));
    if (context == nullptr || EVP_PKEY_check(context.get()) != 1) {
      ERR_clear_error();
      return Fail(
          std::string("the private key does not match its public key. Fix: export the key again"));
    }
    auto public_key = PublicKey::FromP256(view());
    if (public_key) return PrivateKey(std::move(key), *std::move(public_key));
  }
  ERR_clear_error();
  const char* kind = EVP_PKEY_get0_type_name(key.get());
  return Fail(fmt::format("unsupported private key ({}{}{}). {}",
                          kind == nullptr ? "an unknown kind" : kind, group[0] == '\0' ? "" : " ",
                          group.data(), kWanted));
}

std::string PrivateKey::Sign(std::string_view message) const {
  const DigestContext context(EVP_MD_CTX_new());
  const bool is_ec = algorithm() == Algorithm::kEs256;
  std::array<unsigned char, 80> made{};
  std::size_t size = made.size();
  if (context == nullptr ||
      EVP_DigestSignInit_ex(context.get(), nullptr, is_ec ? "SHA256" : nullptr, nullptr, nullptr,
                            key_.get(), nullptr) != 1 ||
      EVP_DigestSign(context.get(), made.data(), &size, AsBytes(message), message.size()) != 1) {
    Broken("a key does not sign");
  }
  if (!is_ec) return {reinterpret_cast<const char*>(made.data()), size};

  const unsigned char* der = made.data();
  const EcSignature pair(d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(size)));
  std::array<unsigned char, 2 * kScalar> both{};
  if (pair == nullptr ||
      BN_bn2binpad(ECDSA_SIG_get0_r(pair.get()), both.data(), kScalar) != kScalar ||
      BN_bn2binpad(ECDSA_SIG_get0_s(pair.get()), both.data() + kScalar, kScalar) != kScalar) {
    Broken("a signature is none");
  }
  return {reinterpret_cast<const char*>(both.data()), both.size()};
}

SecretText PrivateKey::Pem() const {
  // A memory BIO overwrites the memory that it frees.
  const Bio bio(BIO_new(BIO_s_mem()));
  char* text = nullptr;
  if (bio == nullptr || PEM_write_bio_PKCS8PrivateKey(bio.get(), key_.get(), nullptr, nullptr, 0,
                                                      nullptr, nullptr) != 1) {
    Broken("a key cannot be written");
  }
  const long size = BIO_get_mem_data(bio.get(), &text);
  return SecretText(std::string_view(text, static_cast<std::size_t>(size)));
}

SecretText PrivateKey::Jwk() const {
  const SecretBytes<kScalar> scalar = Scalar();
  std::string d = Base64UrlEncode(scalar.bytes());
  // Members in alphabetical order, as in the public half.
  std::string text;
  text.reserve(512);
  const std::string& jwk = public_key_.jwk();
  const std::size_t at = jwk.find(R"("kty")");
  text.append(jwk, 0, at).append(R"("d":")").append(d).append(R"(","kid":")");
  text.append(public_key_.thumbprint()).append(R"(",)").append(jwk, at);
  SecretText secret(text);
  Wipe(text);
  Wipe(d);
  return secret;
}

SecretBytes<32> PrivateKey::Scalar() const {
  SecretBytes<kScalar> scalar;
  std::size_t size = kScalar;
  if (algorithm() == Algorithm::kEdDsa) {
    if (EVP_PKEY_get_raw_private_key(key_.get(), scalar.bytes().data(), &size) != 1) {
      Broken("a key has no private half");
    }
    return scalar;
  }
  BIGNUM* number = nullptr;
  if (EVP_PKEY_get_bn_param(key_.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number) != 1) {
    Broken("a key has no private half");
  }
  const Number owned(number);
  if (BN_bn2binpad(owned.get(), scalar.bytes().data(), kScalar) != kScalar) {
    Broken("a key's private half is too long");
  }
  return scalar;
}

}  // namespace prichal::signin::token
