#include "valkey/client.h"

#include <openssl/evp.h>

#include <array>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/encoding.h"

namespace prichal::valkey {
namespace {

std::string Sha1(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-1, by which a server knows its scripts");
  }
  return HexEncode(std::span(digest).first(length));
}

}  // namespace

Script::Script(std::string lua) : source(std::move(lua)), sha1(Sha1(source)) {}

}  // namespace prichal::valkey
