#include "site/digest.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace prichal::host {

Digest Sha256(std::string_view bytes) {
  Digest digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in this machine's OpenSSL");
  }
  return digest;
}

std::string Base64(const Digest& digest) {
  std::array<unsigned char, 4 * ((sizeof(Digest) + 2) / 3) + 1> text{};
  EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {text.begin(), text.end() - 1};
}

}  // namespace prichal::host
