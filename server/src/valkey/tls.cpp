#include "valkey/tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <array>
#include <new>

namespace prichal::valkey {
namespace {

bool IsNumeric(const std::string& host) {
  ASN1_OCTET_STRING* address = a2i_IPADDRESS(host.c_str());
  ASN1_OCTET_STRING_free(address);
  return address != nullptr;
}

}  // namespace

Result<std::shared_ptr<SSL_CTX>, std::string> MakeTlsContext(const std::string& ca_file) {
  std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  SSL_CTX* raw = context.get();
  if (raw == nullptr) return Fail(fmt::format("no TLS: {}", http::tls::PopError()));
  http::tls::SetCommonRules(*raw);
  SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nullptr);
  if (ca_file.empty()) {
    if (SSL_CTX_set_default_verify_paths(raw) != 1) {
      return Fail(fmt::format(
          "cannot read the system's certificate authorities: {}. Fix: set store.valkey_ca_file.",
          http::tls::PopError()));
    }
  } else if (SSL_CTX_load_verify_locations(raw, ca_file.c_str(), nullptr) != 1) {
    return Fail(
        fmt::format("cannot read the certificate authorities in \"{}\": {}. Fix: name a PEM file "
                    "that the server's user can read.",
                    ca_file, http::tls::PopError()));
  }
  return context;
}

TlsSession::TlsSession(SSL_CTX& context, const std::string& host) : session_(SSL_new(&context)) {
  if (!session_) throw std::bad_alloc();
  in_ = BIO_new(BIO_s_mem());
  out_ = BIO_new(BIO_s_mem());
  if (in_ == nullptr || out_ == nullptr) throw std::bad_alloc();
  SSL_set_bio(session_.get(), in_, out_);
  SSL_set_connect_state(session_.get());
  if (IsNumeric(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session_.get()), host.c_str());
  } else {
    SSL_set_hostflags(session_.get(), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_set1_host(session_.get(), host.c_str());
    SSL_set_tlsext_host_name(session_.get(), host.c_str());
  }
}

bool TlsSession::Failed(int result) {
  const int kind = SSL_get_error(session_.get(), result);
  if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) return false;
  const long verified = SSL_get_verify_result(session_.get());
  if (kind == SSL_ERROR_ZERO_RETURN) {
    error_ = "the server closed TLS";
  } else if (verified != X509_V_OK) {
    error_ = fmt::format("invalid server certificate: {}", X509_verify_cert_error_string(verified));
  } else {
    error_ = fmt::format("TLS fails: {}", http::tls::PopError());
  }
  ERR_clear_error();
  return true;
}

bool TlsSession::Receive(std::string_view wire, std::string& plain) {
  if (BIO_write(in_, wire.data(), static_cast<int>(wire.size())) != static_cast<int>(wire.size())) {
    error_ = "TLS failed: out of memory";
    return false;
  }
  if (!established()) {
    const int result = SSL_do_handshake(session_.get());
    if (result != 1) return !Failed(result);
  }
  std::array<char, 16 * 1024> bytes{};
  while (true) {
    const int got = SSL_read(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
    if (got <= 0) return !Failed(got);
    plain.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

bool TlsSession::Send(std::string_view plain, std::string& wire) {
  bool fine = true;
  if (!established()) {
    const int result = SSL_do_handshake(session_.get());
    fine = result == 1 || !Failed(result);
  } else if (!plain.empty()) {
    const int result = SSL_write(session_.get(), plain.data(), static_cast<int>(plain.size()));
    // A memory BIO accepts any amount.
    fine = result == static_cast<int>(plain.size());
    if (!fine) (void)Failed(result);
  }
  char* waiting = nullptr;
  const long count = BIO_get_mem_data(out_, &waiting);
  if (count > 0) {
    wire.append(waiting, static_cast<std::size_t>(count));
    (void)BIO_reset(out_);
  }
  return fine;
}

}  // namespace prichal::valkey
