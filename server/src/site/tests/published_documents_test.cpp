#include "site/published_documents.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>

#include "base/json.h"
#include "signin/keys/key_schedule.h"
#include "signin/token/access_token.h"

namespace prichal::site {
namespace {

using signin::token::Algorithm;
using namespace std::chrono_literals;

constexpr Millis kPublishTime = 1'790'000'000s;
constexpr const char* kIssuer = "https://app.example.org";

/// Returns a response that keeps the documents alive.
http::Response Answer(const signin::SigningKeys& keys, const http::Request& request,
                      const PublishedDocuments::Endpoints& endpoints = {}) {
  const auto documents = std::make_shared<const PublishedDocuments>(keys, kIssuer, endpoints);
  return documents->Respond(request, documents);
}

http::Request RequestFor(std::string_view path, http::Method method = http::Method::kGet) {
  http::Request request;
  request.method = method;
  request.target = request.path = path;
  return request;
}

std::string LineOf(const http::Response& response, const std::string& name) {
  const auto at = response.head->find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const auto begin = at + name.size() + 4;
  return response.head->substr(begin, response.head->find("\r\n", begin) - begin);
}

TEST(PublishedDocuments, PublishesOnlyVerificationKeys) {
  auto keys = signin::SigningKeys::Generate(Algorithm::kEs256, kPublishTime);
  const signin::KeyPolicy policy{.algorithm = Algorithm::kEdDsa};
  keys = signin::TurnOnTime(keys, policy, kPublishTime).keys;  // includes a next key
  const auto response = Answer(*keys, RequestFor(PublishedDocuments::kKeysPath));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(LineOf(response, "Content-Type"), "application/jwk-set+json");
  EXPECT_EQ(LineOf(response, "Cache-Control"), "public, max-age=300");
  EXPECT_EQ(LineOf(response, "Access-Control-Allow-Origin"), "*");
  ASSERT_NE(response.body, nullptr);
  EXPECT_EQ(*response.body, keys->published().Write());
  EXPECT_EQ(response.body->find("\"d\""), std::string::npos);
  const auto read = signin::token::JwkSet::Read(*response.body);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->size(), 2U);
  EXPECT_TRUE(read->skipped().empty());

  signin::token::AccessToken made;
  made.issuer = kIssuer;
  made.subject = "u_aebagbafaydqqcikbmga2dqpca";
  made.audience = {kIssuer};
  made.client_id = "web";
  made.id = "1";
  made.session = "s_aebagbafaydqqcikbmga2dqpca";
  made.methods = {"tg_init"};
  made.issued_at = 1'790'000'000s;
  made.auth_time = made.issued_at;
  made.expires_at = 1'790'000'600s;
  const auto verified = signin::token::VerifyAccessToken(SignAccessToken(made, keys->active()),
                                                         *read, kIssuer, kIssuer, 1'790'000'001s);
  EXPECT_TRUE(verified) << verified.error().words;
}

TEST(PublishedDocuments, AnswersNotModifiedForMatchingETag) {
  const auto keys = signin::SigningKeys::Generate(Algorithm::kEs256, kPublishTime);
  const auto tag = LineOf(Answer(*keys, RequestFor(PublishedDocuments::kKeysPath)), "ETag");
  ASSERT_FALSE(tag.empty());
  auto again = RequestFor(PublishedDocuments::kKeysPath);
  again.if_none_match = tag;
  const auto known = Answer(*keys, again);
  EXPECT_EQ(known.status, 304);
  EXPECT_EQ(known.body, nullptr);
  EXPECT_EQ(LineOf(known, "ETag"), tag);
  EXPECT_EQ(LineOf(known, "Cache-Control"), "public, max-age=300");
  const auto other = signin::SigningKeys::Generate(Algorithm::kEs256, kPublishTime);
  EXPECT_EQ(Answer(*other, again).status, 200);
}

TEST(PublishedDocuments, AllowsOnlyReadMethods) {
  const auto keys = signin::SigningKeys::Generate(Algorithm::kEs256, kPublishTime);
  for (const auto path : {PublishedDocuments::kKeysPath, PublishedDocuments::kMetadataPath}) {
    EXPECT_TRUE(PublishedDocuments::Owns(path));
    EXPECT_EQ(Answer(*keys, RequestFor(path, http::Method::kHead)).status, 200);
    EXPECT_EQ(Answer(*keys, RequestFor(path, http::Method::kOptions)).status, 204);
    EXPECT_EQ(Answer(*keys, RequestFor(path, http::Method::kPost)).status, 405);
  }
  EXPECT_FALSE(PublishedDocuments::Owns("/.well-known/jwks.json/"));
  EXPECT_FALSE(PublishedDocuments::Owns("/.well-known/openid-configuration"));
}

TEST(PublishedDocuments, ListsOnlyEnabledEndpointsInMetadata) {
  const auto keys = signin::SigningKeys::Generate(Algorithm::kEs256, kPublishTime);
  const auto text = [&](const PublishedDocuments::Endpoints& endpoints) {
    return *Answer(*keys, RequestFor(PublishedDocuments::kMetadataPath), endpoints).body;
  };
  EXPECT_EQ(text({}), R"({"issuer":"https://app.example.org",)"
                      R"("jwks_uri":"https://app.example.org/.well-known/jwks.json",)"
                      R"("response_types_supported":[],"grant_types_supported":[],)"
                      R"("dpop_signing_alg_values_supported":["ES256","EdDSA"]})");
  const auto all = text({.revocation = true, .introspection = true});
  EXPECT_TRUE(ReadStrictJson(all));
  EXPECT_NE(all.find(R"("revocation_endpoint":"https://app.example.org/auth/revoke",)"
                     R"("revocation_endpoint_auth_methods_supported":["none"])"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find(R"("introspection_endpoint":"https://app.example.org/auth/introspect")"),
            std::string::npos)
      << all;
}

}  // namespace
}  // namespace prichal::site
