#include "http/tls/certificate.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <chrono>
#include <string>

#include "http/tls/tests/fixture_certificate.h"

namespace prichal::http::tls {
namespace {

using Of = CertificateError::Of;

/// Two pairs, to test a certificate with a key that does not match.
class CertificateTest : public ::testing::Test {
 protected:
  static void ExpectRefused(const std::string& chain, const std::string& key, Of of,
                            const std::string& reason) {
    const auto made = Certificate::FromPem(chain, key);
    ASSERT_FALSE(made) << reason;
    EXPECT_EQ(made.error().of, of) << made.error().reason;
    EXPECT_NE(made.error().reason.find(reason), std::string::npos) << made.error().reason;
  }

  const FixturePair pair_ = MakeCertificate({.names = "IP:127.0.0.1,DNS:app.example.org"});
  const FixturePair other_ = MakeCertificate();
};

TEST_F(CertificateTest, ReadsCertificateWithChain) {
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  const auto made = Certificate::FromPem(pair_.certificate + other_.certificate, pair_.key);
  ASSERT_TRUE(made) << made.error().reason;
  EXPECT_EQ((*made)->name(), "app.example.org");
  EXPECT_NEAR(static_cast<double>((*made)->not_after()), static_cast<double>(now + 3'600), 60);
  const ContextHandle context(SSL_CTX_new(TLS_server_method()));
  EXPECT_TRUE((*made)->ServeIn(*context)) << PopError();
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get0_chain_certs(context.get(), &chain);
  EXPECT_EQ(sk_X509_num(chain), 1);
}

TEST_F(CertificateTest, IsNamedBySubjectWithoutHostName) {
  const FixturePair pair = MakeCertificate({.names = "IP:127.0.0.1"});
  EXPECT_EQ(Certificate::FromPem(pair.certificate, pair.key).value()->name(), "/CN=test");
}

TEST_F(CertificateTest, RejectsInvalidPairAndReportsReason) {
  ExpectRefused("", pair_.key, Of::kCertificate, "is not a readable PEM certificate");
  ExpectRefused("hello", pair_.key, Of::kCertificate, "is not a readable PEM certificate");
  ExpectRefused(pair_.key, pair_.key, Of::kCertificate, "is not a readable PEM certificate");
  // Truncated in the second certificate, like a file that is being written.
  const std::string half = other_.certificate.substr(0, other_.certificate.size() / 2);
  ExpectRefused(pair_.certificate + half, pair_.key, Of::kCertificate,
                "is not a readable PEM certificate (");
  ExpectRefused(pair_.certificate, "", Of::kKey, "is not a readable PEM private key");
  ExpectRefused(pair_.certificate, pair_.certificate, Of::kKey,
                "is not a readable PEM private key");
  ExpectRefused(pair_.certificate, other_.key, Of::kKey, "does not match the certificate");
  std::string many;
  for (int i = 0; i < 17; ++i) many += pair_.certificate;
  ExpectRefused(many, pair_.key, Of::kCertificate, "more than 16");
}

TEST_F(CertificateTest, RejectsEncryptedKeyWithoutPrompt) {
  // Made with: openssl genpkey -algorithm ED25519 -aes256 -pass pass:secret
  ExpectRefused(pair_.certificate,
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
                "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiR62IabYTNcgICCAAw\n"
                "DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBWS4sSxaEsiYwxMLC70e7oEQPAc\n"
                "MNRuJ6atwA9dMA9EyD4HG4u5ZBrxK8tCQv8Yf7I1LpNG20o0uUoYXPhjwh6mCffv\n"
                "lmdX7GXdxDCFAousQI4=\n"
                "-----END ENCRYPTED PRIVATE KEY-----\n",
                Of::kKey, "passphrase");
}

}  // namespace
}  // namespace prichal::http::tls
