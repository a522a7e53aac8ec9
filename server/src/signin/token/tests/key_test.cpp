#include <gtest/gtest.h>

#include "base/json.h"
#include "signin/token/tests/fixture.h"

namespace prichal::signin::token {
namespace {

Result<PublicKey, std::string> Public(std::string_view jwk) {
  return PublicKey::FromJwk(ReadStrictJson(jwk).value().as_object());
}

TEST(PublicKey, MatchesStandardThumbprints) {
  // RFC 8037 appendix A.3; RFC 9449 figure 14.
  EXPECT_EQ(test::Key(test::kEd25519).public_key().thumbprint(),
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  EXPECT_EQ(
      Public(
          R"({"kty":"EC","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs","y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA","crv":"P-256"})")
          ->thumbprint(),
      "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
  // RFC 7638 section 3.1.
  EXPECT_EQ(
      Public(
          R"({"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"})")
          ->thumbprint(),
      "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
}

TEST(PublicKey, RejectsMalformedKeys) {
  const std::string x(43, 'A');
  for (const std::string& jwk : {
           std::string("{}"),
           std::string(R"({"kty":"oct","k":"AAAA"})"),
           std::string(R"({"kty":7})"),
           std::string(R"({"kty":"EC","crv":"secp256k1"})"),
           std::string(R"({"kty":"EC","crv":"P-256"})"),
           // The point is not on the curve.
           R"({"kty":"EC","crv":"P-256","x":")" + x + R"(","y":")" + x + R"("})",
           R"({"kty":"EC","crv":"P-256","x":"AAAA","y":")" + x + R"("})",
           std::string(
               R"({"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})"),
           // Small order.
           R"({"kty":"OKP","crv":"Ed25519","x":")" + x + R"("})",
           std::string(R"({"kty":"RSA","n":"","e":"AQAB"})"),
           // A short modulus, an even modulus, an exponent of 1.
           R"({"kty":"RSA","n":")" + std::string(172, '_') + R"(","e":"AQAB"})",
           R"({"kty":"RSA","n":")" + std::string(341, '_') + R"(w","e":"Ag"})",
           R"({"kty":"RSA","n":")" + std::string(341, '_') + R"(w","e":"AQ"})",
           R"({"kty":"RSA","n":")" + std::string(800, '_') + R"(","e":"AQAB"})",
       }) {
    const auto key = Public(jwk);
    ASSERT_FALSE(key) << jwk;
    EXPECT_FALSE(key.error().empty());
  }
}

TEST(PublicKey, VerifiesSignaturesOfItsPrivateKey) {
  for (const std::string_view jwk : {test::kP256, test::kEd25519}) {
    const PrivateKey key = test::Key(jwk);
    const std::string signature = key.Sign("message");
    ASSERT_EQ(signature.size(), 64U);
    EXPECT_TRUE(key.public_key().Verify("message", signature));
    EXPECT_FALSE(key.public_key().Verify("massage", signature));
    EXPECT_FALSE(test::Key(jwk == test::kP256 ? test::kEd25519 : test::kP256)
                     .public_key()
                     .Verify("message", signature));
    for (std::size_t i = 0; i < signature.size(); ++i) {
      std::string changed = signature;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      EXPECT_FALSE(key.public_key().Verify("message", changed)) << i;
    }
    // The same two numbers, the second with a leading zero.
    std::string longer = signature;
    longer.insert(32, 1, '\0');
    for (const std::string& other : {std::string(), longer, signature.substr(1), signature + "x",
                                     std::string(64, '\0'), std::string(64, '\xff')}) {
      EXPECT_FALSE(key.public_key().Verify("message", other));
    }
  }
}

TEST(PrivateKey, GeneratesDistinctKeys) {
  for (const Algorithm algorithm : {Algorithm::kEs256, Algorithm::kEdDsa}) {
    const PrivateKey first = PrivateKey::Generate(algorithm);
    const PrivateKey second = PrivateKey::Generate(algorithm);
    EXPECT_EQ(first.algorithm(), algorithm);
    EXPECT_NE(first.public_key().thumbprint(), second.public_key().thumbprint());
    EXPECT_TRUE(first.public_key().Verify("a", first.Sign("a")));
    EXPECT_FALSE(first.public_key().Verify("a", second.Sign("a")));
  }
  EXPECT_THROW((void)PrivateKey::Generate(Algorithm::kRs256), std::runtime_error);
}

TEST(PrivateKey, RoundTrips) {
  for (const Algorithm algorithm : {Algorithm::kEs256, Algorithm::kEdDsa}) {
    // One number in 256 has a leading zero.
    for (int i = 0; i < 100; ++i) {
      const PrivateKey key = PrivateKey::Generate(algorithm);
      const SecretText pem = key.Pem();
      EXPECT_TRUE(pem.view().starts_with("-----BEGIN PRIVATE KEY-----\n"));
      const auto read = PrivateKey::FromPem(pem.view());
      ASSERT_TRUE(read) << read.error();
      EXPECT_EQ(read->public_key().thumbprint(), key.public_key().thumbprint());
      ASSERT_TRUE(key.public_key().Verify("a", read->Sign("a")));
    }
  }
}

TEST(PrivateKey, ReadsOpenSslFormat) {
  // Output of `openssl ecparam -name prime256v1 -genkey -noout` (SEC 1), with RFC 7515's key.
  const auto sec1 = PrivateKey::FromPem(
      "-----BEGIN EC PRIVATE KEY-----\n"
      "MHcCAQEEII6bEJ5xkJi/mASH3x9dd+nLKWBuvtImO19XwhPfhPSyoAoGCCqGSM49\n"
      "AwEHoUQDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72b\n"
      "focs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==\n"
      "-----END EC PRIVATE KEY-----\n");
  ASSERT_TRUE(sec1) << sec1.error();
  EXPECT_EQ(sec1->public_key().thumbprint(), test::Key(test::kP256).public_key().thumbprint());
}

TEST(PrivateKey, RejectsUnusableKeyWithoutLeakingIt) {
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string(test::kRsaPublic), std::string(5000, ' '),
        std::string(test::kP256.substr(0, 150)),
        // The public half belongs to another key.
        std::string("-----BEGIN PRIVATE KEY-----\n"
                    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghb89V5vHsAziYI9k\n"
                    "xlhAatBy7SK6hMlhMQrK9fmflpihRANCAATZ7rMeE2KDzIVCo/c8If+5nE4Obg/t\n"
                    "IijaGjrwhPPwkicn4QDpe32EmlM/2N6oLSGmx6QZHaPFiCwDEVvBEfXH\n"
                    "-----END PRIVATE KEY-----\n"),
        // P-384, secp256k1, RSA; one with a passphrase, which is not supported.
        std::string("-----BEGIN PRIVATE KEY-----\n"
                    "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAQmvrxGIJl7n4bF8Pt\n"
                    "9PZUeOUsarqRKqTri9Sq5jGSTJLB7BgJqbngk5T9pOWGJRyhZANiAAT/OSaoXZzS\n"
                    "8e8MsZPKj3vdBSCfSokR/7RAzaujYPeF7WlhfGpc618w5/p0sN7Vl8S9FJ3R1GWn\n"
                    "/bJp1BrprflSRqt0iFuVvOINLk16EeYMNk0WMnHJP2+yNcJ6t5aA0x0=\n"
                    "-----END PRIVATE KEY-----\n"),
        std::string("-----BEGIN EC PRIVATE KEY-----\n"
                    "MHQCAQEEIJhtBZvejfyXO1oANnkHznBgJqey3vdrV/MrJpgV7VLjoAcGBSuBBAAK\n"
                    "oUQDQgAEzqrYdn3W1UOsjPjAhVvYK6vSakeSEuLofccOTfoT5FpzBbLD/ho/39da\n"
                    "rn4IeupLokn/BIhPmPGjS+mw0jHJxA==\n"
                    "-----END EC PRIVATE KEY-----\n"),
        std::string("-----BEGIN PRIVATE KEY-----\n"
                    "MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6AgEAAkEAuWTTfuC0J6HFZzCs\n"
                    "WZjekUOOvhtBl0hhLlQm+uMLzcER7C30nasvN1C9kB106FVL/EQ3a7uL+XX2i8Ym\n"
                    "sgHiVQIDAQABAkAsWE2uf5kYEb3iHOZc2BAEtyAhoOtjgFCegEqCoGRmZmtgWVli\n"
                    "KfABHOFvh+eIycqWAMIiR9xWpSFqkN6KuPDRAiEA8NXcWgCkR1KvuI1zNkBQWkj0\n"
                    "GjwqhDAGMWDPnDEIGUcCIQDFEUbtlM6xXTNNDgJhZZB73IrWQs3eVM+6dbhmpfT1\n"
                    "gwIgQN4Zf9R0axGGavsOcSpZejf0J6zU9s3InTwqLzO1rrkCIQCImbVEskWkBCqv\n"
                    "WuqjgLdqZDGI273AQ6HKahdsb9Ug6QIgE6WcjntyeJR06cmko9hhxCRMmZqyud24\n"
                    "SucSmwzewXM=\n"
                    "-----END PRIVATE KEY-----\n"),
        std::string("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
                    "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgS/9nyyCujyQICA+gw\n"
                    "DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPrFOY/ikPn0MS4Uf0qLx5YEQAyL\n"
                    "cxUphvpBgAz/bTNtWvXaoi10P1lZZZBF29YpONLtTturWZA9TaPQJfYhtosrtAuA\n"
                    "npwyEPOwBFXpul8MYrI=\n"
                    "-----END ENCRYPTED PRIVATE KEY-----\n")}) {
    const auto key = PrivateKey::FromPem(text);
    ASSERT_FALSE(key) << text;
    EXPECT_FALSE(key.error().empty());
    EXPECT_EQ(key.error().find("MIGH"), std::string::npos) << key.error();
  }
}

}  // namespace
}  // namespace prichal::signin::token
