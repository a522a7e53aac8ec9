#include "ton/sha256.h"

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace prichal::ton {
namespace {

struct Release {
  void operator()(EVP_MD* method) const { EVP_MD_free(method); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// A state init is some twenty hashes of a hundred bytes: finding the method and making a context
// take longer than each of them, so both are kept.
EVP_MD_CTX* Context() {
  static const std::unique_ptr<EVP_MD, Release> method(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  thread_local const std::unique_ptr<EVP_MD_CTX, Release> context(EVP_MD_CTX_new());
  if (EVP_DigestInit_ex2(context.get(), method.get(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot take SHA-256 hashes");
  }
  return context.get();
}

}  // namespace

Hash Sha256(std::span<const std::span<const unsigned char>> parts) {
  EVP_MD_CTX* const context = Context();
  bool done = true;
  for (const auto part : parts) {
    done = done && EVP_DigestUpdate(context, part.data(), part.size()) == 1;
  }
  Hash hash{};
  if (!done || EVP_DigestFinal_ex(context, hash.data(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot take SHA-256 hashes");
  }
  return hash;
}

Hash Sha256(std::span<const unsigned char> bytes) { return Sha256(std::span(&bytes, 1)); }

}  // namespace prichal::ton
