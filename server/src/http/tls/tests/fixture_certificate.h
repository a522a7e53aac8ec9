#pragma once

#include <chrono>
#include <string>

namespace prichal::http::tls {

/// For tests: properties of a certificate.
struct FixtureCertificate {
  std::string names = "IP:127.0.0.1,DNS:localhost";  ///< format of OpenSSL's subjectAltName
  std::chrono::seconds lifetime{3'600};              ///< from now; negative for an expired one
};

/// For tests: a self-signed certificate and its key, in PEM.
struct FixturePair {
  std::string certificate;
  std::string key;
};
/// For tests: creates a key and a self-signed certificate.
FixturePair MakeCertificate(const FixtureCertificate& what = {});

/// For tests: writes a new pair, or `pair`, to `folder`/cert.pem and `folder`/key.pem; the key is
/// readable only by this user.
void WriteCertificate(const std::string& folder, const std::string& names);
void WritePair(const std::string& folder, const FixturePair& pair);

}  // namespace prichal::http::tls
