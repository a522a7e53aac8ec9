#pragma once

#include <chrono>
#include <string>

namespace prichal::tls {

struct FixtureCertificate {
  std::string names = "IP:127.0.0.1,DNS:localhost";  ///< as in OpenSSL's subjectAltName
  std::chrono::seconds lifetime{3'600};              ///< from now on; less than 0: it is over
};

/// For tests: a certificate that has signed itself, and its key, in PEM.
struct FixturePair {
  std::string certificate;
  std::string key;
};
FixturePair MakeCertificate(const FixtureCertificate& what = {});

/// For tests: the same in `folder`/cert.pem and `folder`/key.pem, the key for this user alone.
void WriteCertificate(const std::string& folder, const std::string& names);
void WritePair(const std::string& folder, const FixturePair& pair);

}  // namespace prichal::tls
