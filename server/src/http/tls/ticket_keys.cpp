#include "http/tls/ticket_keys.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

namespace prichal::tls {
namespace {

void Fill(std::span<unsigned char> bytes) {
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the machine has no random numbers");
  }
}

/// Fetched once, because a fetch by name takes a global lock.
const EVP_CIPHER* Cipher() {
  static const EVP_CIPHER* const cipher = EVP_CIPHER_fetch(nullptr, "AES-256-CBC", nullptr);
  return cipher;
}

}  // namespace

std::shared_ptr<const TicketKeys::Key> TicketKeys::NewKey() {
  auto key = std::make_shared<Key>();
  Fill(key->name);
  Fill(key->cipher.bytes());
  Fill(key->mac.bytes());
  return key;
}

std::shared_ptr<const TicketKeys> TicketKeys::Make() {
  const std::shared_ptr<TicketKeys> made(new TicketKeys());
  made->now_ = NewKey();
  return made;
}

std::shared_ptr<const TicketKeys> TicketKeys::Rotated() const {
  const std::shared_ptr<TicketKeys> made(new TicketKeys());
  made->now_ = NewKey();
  made->before_ = now_;
  return made;
}

int TicketKeys::Prepare(unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
                        EVP_MAC_CTX* mac, bool seal) const {
  const Key* key = now_.get();
  if (seal) {
    std::copy(key->name.begin(), key->name.end(), name);
    const int size = EVP_CIPHER_get_iv_length(Cipher());
    if (RAND_bytes(iv, size) != 1) return kFailed;
  } else {
    const auto is = [name](const Key& one) {
      return std::equal(one.name.begin(), one.name.end(), name);
    };
    if (!is(*key)) {
      if (before_ == nullptr || !is(*before_)) return kUnknown;
      key = before_.get();
    }
  }
  std::string digest = "SHA256";
  const std::span<const unsigned char> secret = key->mac.bytes();
  const std::array<OSSL_PARAM, 3> parameters = {
      // OpenSSL's parameter is not const, but it only reads the key.
      OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY,
                                        const_cast<unsigned char*>(secret.data()), secret.size()),
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  if (EVP_MAC_CTX_set_params(mac, parameters.data()) != 1) return kFailed;
  if (EVP_CipherInit_ex(cipher, Cipher(), nullptr, key->cipher.bytes().data(), iv, seal ? 1 : 0) !=
      1) {
    return kFailed;
  }
  return key == now_.get() ? kGood : kGoodAndRenew;
}

}  // namespace prichal::tls
