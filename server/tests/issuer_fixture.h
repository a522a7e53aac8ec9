#pragma once

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "auth_fixture.h"
#include "base/base64url.h"
#include "http/response_builder.h"
#include "net/server.h"
#include "token/fixture.h"

namespace prichal::app {

/// A small OpenID provider on loopback, whose key and token endpoints respond as configured.
class Issuer {
 public:
  struct Answer {
    int status = 200;  ///< 0 sends no response
    std::string body = {};
    std::string location = {};
  };

  Issuer() : server_({.loops = 1}) {
    token::JwkSet keys;
    keys.Add(key_.public_key());
    keys_ = {.body = keys.Write()};
    address_ =
        server_
            .Listen({.listen = "127.0.0.1:0",
                     .handler = [this](net::Loop&) { return std::make_unique<Endpoint>(*this); }})
            .value();
    server_.Start();
  }
  Issuer(const Issuer&) = delete;
  Issuer& operator=(const Issuer&) = delete;
  ~Issuer() { (void)server_.Drain(Millis(0)); }

  [[nodiscard]] std::string url() const { return "http://" + address_; }

  void AnswerKeys(Answer answer) {
    const std::lock_guard lock(mutex_);
    keys_ = std::move(answer);
  }
  void AnswerToken(Answer answer) {
    const std::lock_guard lock(mutex_);
    token_ = std::move(answer);
  }
  void GiveToken(const std::string& id_token) {
    AnswerToken({.body = boost::json::serialize(
                     boost::json::object{{"access_token", "a"}, {"id_token", id_token}})});
  }

  struct Got {
    std::string target;
    std::string authorization;
    std::string body;
  };
  [[nodiscard]] std::vector<Got> got() const {
    const std::lock_guard lock(mutex_);
    return got_;
  }
  [[nodiscard]] std::size_t Times(std::string_view target) const {
    const auto all = got();
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [target](const Got& one) { return one.target == target; }));
  }

  /// Returns an ID token of this provider, modified by `change`.
  [[nodiscard]] std::string IdToken(
      const std::string& audience, std::int64_t now,
      const std::function<void(boost::json::object&, boost::json::object&)>& change =
          [](auto&, auto&) {}) const {
    boost::json::object header{
        {"alg", "ES256"}, {"typ", "JWT"}, {"kid", key_.public_key().thumbprint()}};
    boost::json::object claims{{"iss", url()},
                               {"aud", audience},
                               {"sub", "opaque"},
                               {"id", 42},
                               {"name", "Anna A"},
                               {"preferred_username", "anna"},
                               {"picture", "https://t.me/i/anna.jpg"},
                               {"jti", std::to_string(++made_)},
                               {"iat", now},
                               {"exp", now + 600}};
    change(header, claims);
    return token::test::Sign(boost::json::serialize(header), boost::json::serialize(claims), key_);
  }

 private:
  class Endpoint final : public net::Handler {
   public:
    explicit Endpoint(Issuer& issuer) : issuer_(issuer) {}
    [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
      return 64UL * 1024;
    }
    void Handle(const http::Request& request, net::ResponseWriter& writer) override {
      const Answer answer = issuer_.Take(request);
      if (answer.status == 0) return;
      http::ResponseBuilder builder(answer.status);
      if (!answer.location.empty()) builder.Header("Location", answer.location);
      writer.Respond(builder.Body("application/json", answer.body));
    }

   private:
    Issuer& issuer_;
  };

  Answer Take(const http::Request& request) {
    const std::lock_guard lock(mutex_);
    got_.push_back({.target = std::string(request.target),
                    .authorization = std::string(request.authorization),
                    .body = std::string(request.body)});
    if (request.target == "/token") return token_;
    if (request.target == "/.well-known/jwks.json") return keys_;
    return {.status = 404};
  }

  const token::PrivateKey key_ = token::test::Key(token::test::kP256);
  mutable int made_ = 0;
  mutable std::mutex mutex_;
  Answer keys_;
  Answer token_;
  std::vector<Got> got_;
  std::string address_;
  net::Server server_;
};

inline const std::string kClientId = "7000000001";
inline const std::string kClientSecret = "the secret";

/// Sign-in with OpenID Connect, where the test's provider replaces Telegram.
class OidcTest : public AuthTest {
 protected:
  OidcTest() {
    folder_.Write("secret", kClientSecret + "\n");
    settings_.auth.oidc_client_id = kClientId;
    settings_.auth.oidc_client_secret_file = folder_.path("secret");
    settings_.auth.oidc_issuer = issuer_.url();
    settings_.auth.cookie = "lax";
  }
  void TearDown() override { Stop(); }

  using Change = std::function<void(boost::json::object& header, boost::json::object& claims)>;
  [[nodiscard]] std::string IdToken(const Change& change = [](auto&, auto&) {}) const {
    return issuer_.IdToken(kClientId, UnixNow(), change);
  }

  Issuer issuer_;
};

}  // namespace prichal::app
