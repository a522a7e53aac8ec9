#include "http/tls/tests/fixture_certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "http/tls/certificate.h"

namespace prichal::http::tls {
namespace {

void AddExtension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  if (extension == nullptr) throw std::runtime_error("no extension: " + value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

template <typename Put>
std::string PemOf(Put put) {
  const std::unique_ptr<BIO, FreedBy<BIO_free>> out(BIO_new(BIO_s_mem()));
  if (put(out.get()) != 1) throw std::runtime_error("no PEM can be written");
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

/// Replaces a file atomically, as certificate renewal tools do.
void Put(const std::string& path, const std::string& text) {
  const std::string made = path + ".new";
  std::ofstream(made, std::ios::binary) << text;
  std::filesystem::permissions(
      made, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::filesystem::rename(made, path);
}

}  // namespace

FixturePair MakeCertificate(const FixtureCertificate& what) {
  const KeyHandle key(EVP_EC_gen("P-256"));
  const CertificateHandle certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  std::uint32_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof(serial));
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -7'200);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), what.lifetime.count());
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  AddExtension(certificate.get(), NID_subject_alt_name, what.names);
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0) {
    throw std::runtime_error("no certificate can be signed");
  }
  return {
      .certificate = PemOf([&](BIO* out) { return PEM_write_bio_X509(out, certificate.get()); }),
      .key = PemOf([&](BIO* out) {
        return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
      })};
}

void WritePair(const std::string& folder, const FixturePair& pair) {
  Put(folder + "/cert.pem", pair.certificate);
  Put(folder + "/key.pem", pair.key);
}

void WriteCertificate(const std::string& folder, const std::string& names) {
  WritePair(folder, MakeCertificate({.names = names}));
}

}  // namespace prichal::http::tls
