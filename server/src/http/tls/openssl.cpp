#include "http/tls/openssl.h"

#include <openssl/err.h>

#include <array>

namespace prichal::tls {

void SetCommonRules(SSL_CTX& context) {
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);
}

std::string PopError() {
  std::array<char, 256> text{};
  const unsigned long error = ERR_peek_error();
  ERR_error_string_n(error, text.data(), text.size());
  ERR_clear_error();
  return error == 0 ? "no reason given" : text.data();
}

}  // namespace prichal::tls
