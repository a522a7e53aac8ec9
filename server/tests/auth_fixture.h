#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/auth/service.h"
#include "app/settings_map.h"
#include "auth/sqlite/sqlite_ledger.h"
#include "base/base64url.h"
#include "base/fixture_tree.h"
#include "net/server.h"
#include "raw_client.h"
#include "telegram/init_data_fixture.h"
#include "telemetry/log.h"
#include "token/fixture.h"
#include "ton/fixture_proof.h"
#include "ton/sha256.h"

namespace prichal::app {

using prichal::testing::BodyOf;
using prichal::testing::HeaderOf;
using prichal::testing::RawClient;
using prichal::testing::StatusOf;

/// The system clock plus an offset that the test increases.
class SteppedClock final : public Clock {
 public:
  [[nodiscard]] Time Now() const override {
    Time now = machine_.Now();
    now.unix_time += Millis(ahead_);
    now.steady += Millis(ahead_);
    return now;
  }
  void Step(Millis by) { ahead_ += by.count(); }

 private:
  MachineClock machine_;
  std::atomic<std::int64_t> ahead_{0};
};

inline const std::string kAuthSite = "https://app.example.org";
inline const std::string kAuthDomain = "dapp.example.org";  // of the vectors

/// The sign-in service on two loops, with sessions in memory.
class AuthTest : public ::testing::Test {
 protected:
  AuthTest() {
    folder_.Write("tokens", std::string(telegram::test::kToken) + "\n");
    settings_.site.origin = kAuthSite;
    settings_.auth.telegram_tokens_file = folder_.path("tokens");
    settings_.auth.ton_domains = {kAuthDomain};
    settings_.auth.ton_networks = {"-239", "-3"};
  }

  /// Starts the service with `settings_`.
  void Start() {
    net::ServerOptions options;
    options.loops = 2;
    options.max_head = settings_.server.header_limit;
    options.max_target = settings_.server.header_limit / 2;
    server_ = std::make_unique<net::Server>(options, &clock_);
    ledger_ = auth::SqliteLedger::Open({.folder = data_}).value();
    AuthOptions auth = AuthOptionsOf(settings_, {});
    if (oidc_timeout_.count() > 0) auth.oidc_timeout = oidc_timeout_;
    service_ = AuthService::Make(*server_, std::move(auth), *ledger_, https_, log_, Keys()).value();
    Listen();
    ledger_->Start(
        [this](std::uint32_t loop, Task task) { server_->loop(loop).PostAlways(std::move(task)); });
    server_->Start();
  }

  virtual void Listen() {
    const auto address =
        server_->Listen({.listen = "127.0.0.1:0", .handler = [this](net::Loop& loop) {
                           return service_->MakeHandler(loop);
                         }});
    address_ = address.value();
  }

  void TearDown() override { Stop(); }
  void Stop() {
    if (server_ == nullptr) return;
    (void)server_->Drain(Millis(2'000));
    ledger_->Stop();
    service_->Stop();
    server_.reset();
    service_.reset();
    ledger_.reset();
  }

  [[nodiscard]] std::int64_t UnixNow() const {
    return std::chrono::duration_cast<std::chrono::seconds>(clock_.Now().unix_time).count();
  }

  /// `headers`: each line with CRLF.
  [[nodiscard]] std::string Ask(std::string_view method, const std::string& path,
                                const std::string& headers = {},
                                const std::string& body = {}) const {
    return RawClient(address_).Ask(std::string(method) + " " + path + " HTTP/1.1\r\nHost: a\r\n" +
                                   headers + "Content-Length: " + std::to_string(body.size()) +
                                   "\r\n\r\n" + body);
  }
  [[nodiscard]] std::string Post(const std::string& path, const std::string& body = {},
                                 const std::string& headers = {}) const {
    return Ask("POST", path, headers, body);
  }

  /// Returns the init data that Telegram gives to a page when this user opens it now.
  [[nodiscard]] std::string InitData(std::int64_t id = 42) const {
    return telegram::test::Hashed({{"auth_date", std::to_string(UnixNow())},
                                   {"query_id", "AAG"},
                                   {"user", R"({"id":)" + std::to_string(id) +
                                                R"(,"first_name":"Anna","username":"anna"})"}});
  }
  [[nodiscard]] std::string SignInByTelegram(std::int64_t id = 42,
                                             const std::string& headers = {}) const {
    return Post("/auth/telegram", {}, "Authorization: tma " + InitData(id) + "\r\n" + headers);
  }

  /// Proves this user again in the session (step-up).
  [[nodiscard]] std::string ProveTelegram(const std::string& bearer, std::int64_t id = 42) const {
    return Post("/auth/telegram",
                boost::json::serialize(boost::json::object{{"init_data", InitData(id)}}), bearer);
  }

  [[nodiscard]] std::string NewChallenge(const std::string& headers = {}) const {
    return Text(Json(Post("/auth/ton/challenge", {}, headers)), "payload");
  }
  /// Returns a page's request after the vector's wallet has signed the challenge now. `change`
  /// modifies the request before it is signed.
  [[nodiscard]] std::string Proof(
      const std::string& challenge, std::string_view vector = "valid-v3r2-mainnet",
      const std::function<void(ton::ProofRequest&)>& change = [](ton::ProofRequest&) {}) const {
    const auto made = ton::ProofVectorOf(vector);
    ton::ProofRequest request = made.request();
    request.payload = challenge;
    request.timestamp = static_cast<std::uint64_t>(UnixNow());
    change(request);
    ton::Sign(request, ton::FromHex(SeedOf(vector)));
    boost::json::object proof{
        {"timestamp", request.timestamp},
        {"domain", {{"lengthBytes", request.domain_length}, {"value", request.domain}}},
        {"payload", request.payload},
        {"signature", request.signature}};
    if (request.state_init) proof["state_init"] = *request.state_init;
    boost::json::object body{{"address", request.address},
                             {"network", std::to_string(request.network)},
                             {"proof", std::move(proof)}};
    if (request.public_key) body["public_key"] = *request.public_key;
    return boost::json::serialize(body);
  }

  [[nodiscard]] static boost::json::object Json(const std::string& response) {
    boost::system::error_code error;
    auto value = boost::json::parse(BodyOf(response), error);
    return value.is_object() ? value.get_object() : boost::json::object();
  }
  [[nodiscard]] static std::string Text(const boost::json::object& json, std::string_view name) {
    const auto* value = json.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string())
                                                  : std::string();
  }
  /// Returns "401 no_session", or "200".
  [[nodiscard]] static std::string Outcome(const std::string& response) {
    const std::string code = Text(Json(response), "code");
    return std::to_string(StatusOf(response)) + (code.empty() ? "" : " " + code);
  }
  [[nodiscard]] static std::string Bearer(const std::string& signed_in) {
    return "Authorization: Bearer " + Text(Json(signed_in), "access_token") + "\r\n";
  }
  [[nodiscard]] static std::string UserOf(const std::string& response) {
    const auto json = Json(response);
    return json.contains("user") ? Text(json.at("user").as_object(), "sub") : std::string();
  }
  [[nodiscard]] std::string Renew(const std::string& signed_in,
                                  const std::string& headers = {}) const {
    return Post("/auth/refresh",
                boost::json::serialize(
                    boost::json::object{{"refresh_token", Text(Json(signed_in), "refresh_token")}}),
                headers);
  }

  static std::string SeedOf(std::string_view id) {
    for (const char* file : {"ton.vectors.json", "made.vectors.json"}) {
      for (const auto& one : ton::Group(file, "ton_proof")) {
        if (ton::Text(one, "id") == id) return ton::Text(one, "seed_hex");
      }
    }
    return {};
  }

  static std::shared_ptr<const auth::SigningKeys> Keys() {
    static const auto keys =
        auth::SigningKeys::Generate(token::Algorithm::kEs256, MachineClock().Now().unix_time);
    return keys;
  }

  FixtureTree folder_;
  std::string data_;  ///< folder of the sessions; empty for memory
  config::Settings settings_;
  Millis oidc_timeout_{0};  ///< of a request to the OpenID provider; 0 for the default
  SteppedClock clock_;
  telemetry::Log log_{telemetry::Level::kError, telemetry::Format::kText};
  curl::HttpsClient https_;
  std::unique_ptr<auth::SqliteLedger> ledger_;
  std::unique_ptr<AuthService> service_;
  std::unique_ptr<net::Server> server_;
  std::string address_;
};

/// A page's key pair for DPoP (RFC 9449).
class PageKey {
 public:
  [[nodiscard]] std::string thumbprint() const { return key_.public_key().thumbprint(); }
  /// Returns the DPoP header line for a request now.
  [[nodiscard]] std::string Header(std::string_view method, const std::string& path,
                                   std::int64_t now, std::string_view access_token = {}) {
    boost::json::object claims{{"jti", std::to_string(++proofs_)},
                               {"htm", method},
                               {"htu", kAuthSite + path},
                               {"iat", now}};
    if (!access_token.empty()) {
      claims["ath"] = Base64UrlEncode(ton::Sha256(std::span(
          reinterpret_cast<const unsigned char*>(access_token.data()), access_token.size())));
    }
    const boost::json::object header{{"typ", "dpop+jwt"},
                                     {"alg", "ES256"},
                                     {"jwk", boost::json::parse(key_.public_key().jwk())}};
    return "DPoP: " +
           token::test::Sign(boost::json::serialize(header), boost::json::serialize(claims), key_) +
           "\r\n";
  }

 private:
  token::PrivateKey key_ = token::PrivateKey::Generate(token::Algorithm::kEs256);
  int proofs_ = 0;
};

}  // namespace prichal::app
