#include "http/tls/server_context.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace prichal::http::tls {
namespace {

/// Only suites with forward secrecy and authenticated encryption. AES-128 comes first, because it
/// is the fastest with hardware support. A client without it lists ChaCha20 first, and then gets
/// that.
constexpr const char* kCiphers13 =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
constexpr const char* kCiphers12 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
    "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:"
    "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* kGroups = "X25519:P-256:P-384";
constexpr std::uint64_t kOptions = SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA |
                                   // HTTP delimits messages itself, so a client that closes without
                                   // close_notify truncates nothing.
                                   SSL_OP_IGNORE_UNEXPECTED_EOF;
/// Session ID context: rejects tickets of other programs that have the same keys.
constexpr std::string_view kOurTickets = "prichal";

/// ALPN protocols (RFC 7301), most preferred first.
constexpr std::array<std::string_view, 2> kProtocols = {"h2", "http/1.1"};

/// Selects from the client's list, in which each name is preceded by its length (RFC 7301 section
/// 3.1).
int ChooseProtocol(SSL* session, const unsigned char** chosen, unsigned char* chosen_size,
                   const unsigned char* offered, unsigned int offered_size, void* /*unused*/) {
  const auto* context =
      static_cast<const ServerContext*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)));
  const std::string_view list(reinterpret_cast<const char*>(offered), offered_size);
  for (const std::string_view supported : kProtocols) {
    if (supported == "h2" && !context->http2()) continue;
    for (std::size_t at = 0; at < list.size();) {
      const auto size = static_cast<unsigned char>(list[at]);
      const std::string_view name = list.substr(at + 1, size);
      if (name == supported) {
        *chosen = reinterpret_cast<const unsigned char*>(name.data());
        *chosen_size = static_cast<unsigned char>(name.size());
        return SSL_TLSEXT_ERR_OK;
      }
      at += size + 1U;
    }
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

int OnTicket(SSL* session, unsigned char* name, unsigned char* iv, EVP_CIPHER_CTX* cipher,
             EVP_MAC_CTX* mac, int seal) {
  const auto* context =
      static_cast<const ServerContext*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)));
  const int answer = context->ticket_keys().Prepare(name, iv, cipher, mac, seal == 1);
  // TLS 1.3 clients use each ticket once (RFC 8446 appendix C.4), so issue a new one.
  const bool used_up =
      answer == TicketKeys::kGood && seal == 0 && SSL_version(session) == TLS1_3_VERSION;
  return used_up ? TicketKeys::kGoodAndRenew : answer;
}

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

Result<std::shared_ptr<ServerContext>, std::string> ServerContext::Make(
    const Certificate& certificate, std::shared_ptr<const TicketKeys> ticket_keys,
    std::chrono::seconds ticket_lifetime, bool http2) {
  ERR_clear_error();
  ContextHandle context(SSL_CTX_new(TLS_server_method()));
  if (context == nullptr) return Fail(PopError());
  SSL_CTX* const raw = context.get();
  SetCommonRules(*raw);
  SSL_CTX_set_options(raw, kOptions);
  // A retried write can use a different buffer address, because the output buffer can move.
  SSL_CTX_set_mode(raw, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // Read as many records as fit in the buffer, instead of two system calls for each.
  SSL_CTX_set_read_ahead(raw, 1);
  SSL_CTX_set_alpn_select_cb(raw, ChooseProtocol, nullptr);
  // Sessions are resumed with tickets, so the server stores none.
  SSL_CTX_set_session_cache_mode(raw, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_timeout(raw, static_cast<long>(ticket_lifetime.count()));
  const bool fine =
      SSL_CTX_set_ciphersuites(raw, kCiphers13) == 1 &&
      SSL_CTX_set_cipher_list(raw, kCiphers12) == 1 &&
      SSL_CTX_set1_groups_list(raw, kGroups) == 1 &&
      SSL_CTX_set_session_id_context(raw,
                                     reinterpret_cast<const unsigned char*>(kOurTickets.data()),
                                     static_cast<unsigned int>(kOurTickets.size())) == 1 &&
      SSL_CTX_set_tlsext_ticket_key_evp_cb(raw, OnTicket) == 1 && certificate.ServeIn(*raw);
  if (!fine) return Fail(PopError());
  const std::shared_ptr<ServerContext> made(
      new ServerContext(std::move(context), std::move(ticket_keys), http2));
  SSL_CTX_set_app_data(raw, made.get());
  return made;
}

SessionHandle ServerContext::NewSession() const {
  SessionHandle session(SSL_new(context_.get()));
  if (session == nullptr) throw std::bad_alloc();
  SSL_set_accept_state(session.get());
  return session;
}

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

}  // namespace prichal::http::tls
