#include "signin/token/private_key.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <stdexcept>

#include "signin/token/public_key.h"

namespace prichal::signin::token {
namespace {

constexpr std::size_t kScalar = 32;

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

Result<PrivateKey, std::string> PrivateKey::FromPem(std::string_view text) {
  if (text.size() > kMaxKeyFile) {
    return Fail(fmt::format("{} bytes are too many for a private key. {}", text.size(), kWanted));
  }
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  if (bio == nullptr) Broken("out of memory");
  KeyPointer key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassphrase, nullptr));
  if (key == nullptr) {
    (void)LastOpenSslError();  // removes it from the queue of errors
    return Fail(fmt::format("not a private key in PEM without a passphrase ({} bytes). {}",
                            text.size(), kWanted));
  }
  return FromKey(std::shared_ptr<EVP_PKEY>(std::move(key)));
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

}  // namespace prichal::signin::token
