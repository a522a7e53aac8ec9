#include "signin/token/openssl.h"

#include <openssl/err.h>

#include <array>

namespace prichal::token {

std::string LastOpenSslError() {
  std::array<char, 256> text{};
  const unsigned long error = ERR_peek_last_error();
  ERR_error_string_n(error, text.data(), text.size());
  ERR_clear_error();
  return error == 0 ? "no reason given" : text.data();
}

KeyPointer KeyFromParams(const char* kind, int selection, OSSL_PARAM_BLD* parts) {
  const Params params(OSSL_PARAM_BLD_to_param(parts));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  EVP_PKEY* key = nullptr;
  if (params == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, selection, params.get()) != 1) {
    ERR_clear_error();
    return nullptr;
  }
  return KeyPointer(key);
}

}  // namespace prichal::token
