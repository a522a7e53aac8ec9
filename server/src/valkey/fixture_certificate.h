#pragma once

#include <string>

namespace prichal::valkey {

/// For tests: a certificate that has signed itself, in `folder`/cert.pem and `folder`/key.pem.
/// `names` as in OpenSSL's subjectAltName: "IP:127.0.0.1,DNS:localhost".
void WriteCertificate(const std::string& folder, const std::string& names);

}  // namespace prichal::valkey
