#include "http/tls/certificate.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>
#include <utility>

namespace prichal::http::tls {
namespace {

using Of = CertificateError::Of;
using BioHandle = std::unique_ptr<BIO, FreedBy<BIO_free>>;

/// More than in any real chain.
constexpr std::size_t kMostCertificates = 16;

BioHandle BioOf(std::string_view text) {
  return BioHandle(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Rejects passphrases, because a server starts unattended.
int NoPassphrase(char* /*into*/, int /*size*/, int /*writing*/, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

std::int64_t SecondsOf(const ASN1_TIME* time) {
  tm parts{};
  return ASN1_TIME_to_tm(time, &parts) == 1 ? std::int64_t{timegm(&parts)} : 0;
}

std::string FirstHostOf(X509& certificate) {
  const std::unique_ptr<GENERAL_NAMES, FreedBy<GENERAL_NAMES_free>> names(
      static_cast<GENERAL_NAMES*>(
          X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    const ASN1_IA5STRING* host = name->d.dNSName;
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(host)),
            static_cast<std::size_t>(ASN1_STRING_length(host))};
  }
  std::array<char, 256> subject{};
  X509_NAME_oneline(X509_get_subject_name(&certificate), subject.data(), subject.size());
  return subject.data();
}

std::string_view KindOf(const EVP_PKEY& key) {
  const char* name = EVP_PKEY_get0_type_name(&key);
  return name == nullptr ? "unknown kind" : name;
}

}  // namespace

Result<std::shared_ptr<const Certificate>, CertificateError> Certificate::FromPem(
    std::string_view chain, std::string_view key) {
  ERR_clear_error();
  const std::shared_ptr<Certificate> made(new Certificate());
  const BioHandle certificates = BioOf(chain);
  while (auto next =
             CertificateHandle(PEM_read_bio_X509(certificates.get(), nullptr, nullptr, nullptr))) {
    if (made->leaf_ == nullptr) {
      made->leaf_ = std::move(next);
    } else if (made->chain_.size() + 1 < kMostCertificates) {
      made->chain_.push_back(std::move(next));
    } else {
      return Fail(CertificateError{
          .of = Of::kCertificate,
          .reason = fmt::format(
              "has more than {} certificates. Fix: keep the server's certificate and its chain.",
              kMostCertificates)});
    }
  }
  // The end of the text causes this error; any other means an unreadable certificate.
  const bool ended = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  if (made->leaf_ == nullptr || !ended) {
    // Without a PEM block the reason of OpenSSL says nothing more.
    const std::string reason = ended ? std::string() : fmt::format(" ({})", PopError());
    ERR_clear_error();
    return Fail(CertificateError{
        .of = Of::kCertificate,
        .reason = fmt::format("is not a readable PEM certificate{}. Fix: write the server's "
                              "certificate into it, followed by its chain.",
                              reason)});
  }
  bool asked = false;
  made->key_.reset(PEM_read_bio_PrivateKey(BioOf(key).get(), nullptr, NoPassphrase, &asked));
  if (made->key_ == nullptr) {
    const bool is_pem = ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE;
    const std::string reason = is_pem ? fmt::format(" ({})", PopError()) : std::string();
    ERR_clear_error();
    return Fail(CertificateError{
        .of = Of::kKey,
        .reason = asked ? "is protected by a passphrase. Fix: remove it with openssl pkey -in KEY "
                          "-out NEW."
                        : fmt::format("is not a readable PEM private key{}. Fix: name the file of "
                                      "the certificate's private key.",
                                      reason)});
  }
  if (X509_check_private_key(made->leaf_.get(), made->key_.get()) != 1) {
    ERR_clear_error();
    return Fail(CertificateError{
        .of = Of::kKey,
        .reason = fmt::format("does not match the certificate ({} key). Fix: use the key that the "
                              "certificate was issued for.",
                              KindOf(*made->key_))});
  }
  ERR_clear_error();
  made->not_after_ = SecondsOf(X509_get0_notAfter(made->leaf_.get()));
  made->name_ = FirstHostOf(*made->leaf_);
  return std::shared_ptr<const Certificate>(made);
}

bool Certificate::ServeIn(SSL_CTX& context) const {
  if (SSL_CTX_use_certificate(&context, leaf_.get()) != 1) return false;
  for (const CertificateHandle& one : chain_) {
    if (SSL_CTX_add1_chain_cert(&context, one.get()) != 1) return false;
  }
  return SSL_CTX_use_PrivateKey(&context, key_.get()) == 1;
}

void SetCommonRules(SSL_CTX& context) {
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS);
}

std::string PopError() {
  std::array<char, 256> text{};
  const unsigned long error = ERR_peek_error();
  const char* const reason = ERR_reason_error_string(error);
  ERR_error_string_n(error, text.data(), text.size());
  ERR_clear_error();
  if (error == 0) return "unknown error";
  return reason != nullptr ? reason : text.data();
}

}  // namespace prichal::http::tls
