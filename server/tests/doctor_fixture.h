#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fixture_held_port.h"
#include "command_fixture.h"
#include "host/fixture_tree.h"
#include "http/response_builder.h"
#include "net/server.h"
#include "tls/certificate.h"
#include "tls/fixture_certificate.h"

namespace prichal::testing {

/// Returns the first bytes of a PNG with these dimensions.
inline std::string Png(unsigned char width, unsigned char height) {
  using namespace std::string_literals;
  return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0"s + static_cast<char>(width) + "\0\0\0"s +
         static_cast<char>(height) + "\x08\x06\0\0\0"s;
}

/// All host names resolve to this machine.
inline constexpr std::string_view kWallets =
    R"([{"app_name":"a","name":"A","image":"https://localhost/a.png","about_url":"https://a.example",)"
    R"("universal_url":"https://a.example/c","platforms":["ios"],)"
    R"("bridge":[{"type":"sse","url":"https://localhost:1/bridge"}]}])";

/// A site with configurable responses.
class Upstream {
 public:
  struct Said {
    int status = 200;
    std::string type = "text/plain";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};
  };

  explicit Upstream(const tls::FixturePair* pair = nullptr) : server_({.loops = 1}) {
    if (pair != nullptr) {
      EXPECT_TRUE(server_.SetTls(
          {.certificate = tls::Certificate::FromPem(pair->certificate, pair->key).value()}));
    }
    const auto bound = server_.Listen(
        {.listen = "127.0.0.1:0",
         .handler = [this](net::Loop&) { return std::make_unique<Answering>(*this); },
         .tls = pair != nullptr});
    address_ = bound.value();
    origin_ = (pair == nullptr ? "http://" : "https://") + address_;
    server_.Start();
  }

  [[nodiscard]] const std::string& origin() const { return origin_; }
  [[nodiscard]] const std::string& address() const { return address_; }
  void Say(const std::string& path, Said said) {
    const std::lock_guard lock(mutex_);
    said_[path] = std::move(said);
  }
  /// Sets the responses of a correct mini app, except for its bridge.
  void BeWell() {
    Say("/",
        {.type = "text/html; charset=utf-8",
         .headers = {{"Content-Security-Policy", "frame-ancestors https://web.telegram.org"}}});
    SayManifest(fmt::format(R"({{"url":"{0}","name":"A","iconUrl":"{0}/icon.png"}})", origin_));
    Say("/icon.png", {.type = "image/png", .body = Png(180, 180)});
    Say("/wallets-v2.json", {.type = "application/json", .body = std::string(kWallets)});
  }
  void SayManifest(std::string body) {
    Say("/tonconnect-manifest.json", {.type = "application/json",
                                      .body = std::move(body),
                                      .headers = {{"Access-Control-Allow-Origin", "*"}}});
  }

 private:
  class Answering final : public net::Handler {
   public:
    explicit Answering(Upstream& upstream) : upstream_(upstream) {}
    [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
      return 1 << 20;
    }
    void Handle(const http::Request& request, net::ResponseWriter& writer) override {
      const auto said = upstream_.For(std::string(request.path));
      http::ResponseBuilder builder(said.status);
      for (const auto& [name, value] : said.headers) builder.Header(name, value);
      writer.Respond(builder.Body(said.type, said.body));
    }

   private:
    Upstream& upstream_;
  };
  Said For(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = said_.find(path);
    return found == said_.end() ? Said{.status = 404} : found->second;
  }

  std::mutex mutex_;
  std::map<std::string, Said> said_;
  std::string address_;
  std::string origin_;
  net::Server server_;
};

/// Runs `prichal doctor` against a test server.
class DoctorCommand : public CommandTest {
 protected:
  DoctorCommand() {
    host::WriteSite(tree_);
    tree_.Write("web/icon.png", Png(180, 180)).Write("web/wallets-v2.json", kWallets);
    clock_.Say("/", {});
  }

  /// Findings by code: "good", or the state with its details.
  using Found = std::map<std::string, std::string>;

  Found Doctor(const Arguments& more, const std::map<std::string, std::string>& environment = {}) {
    Arguments arguments{"doctor", "--format", "json"};
    if (std::find(more.begin(), more.end(), "--clock-url") == more.end()) {
      arguments.insert(arguments.end(), {"--clock-url", clock_.origin() + "/"});
    }
    // Sanitizers are slow.
    if (std::find(more.begin(), more.end(), "--timeout") == more.end()) {
      arguments.insert(arguments.end(), {"--timeout", "20s"});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran = Run(arguments, "/dev/null", environment);
    EXPECT_EQ(ran.err, "");
    Found found;
    bool is_wrong = false;
    const auto value = ran.json();
    for (const auto& one : value.at("findings").as_array()) {
      const auto text = [&](const char* name) {
        return one.at(name).is_string() ? std::string(one.at(name).as_string()) : std::string();
      };
      const auto state = text("state");
      is_wrong = is_wrong || state == "wrong";
      EXPECT_EQ(state == "good", text("reason").empty()) << text("code");
      EXPECT_EQ(state == "wrong" || state == "warning", !text("way_out").empty()) << text("code");
      found[text("code")] =
          state == "good" ? state : state + ": " + text("value") + ": " + text("reason");
    }
    EXPECT_EQ(ran.code, is_wrong ? 1 : 0) << ran.out;
    EXPECT_EQ(ran.member("verdict"), is_wrong ? "refused" : "good");
    return found;
  }
  static void Expect(const Found& found, const std::string& code, const std::string& start,
                     const std::string& words = {}) {
    EXPECT_TRUE(found.at(code).starts_with(start)) << code << " is " << found.at(code);
    EXPECT_NE(found.at(code).find(words), std::string::npos) << code << " is " << found.at(code);
  }

  /// Environment of a server at `origin`, also used by the doctor.
  std::map<std::string, std::string> Environment(const std::string& listen,
                                                 const std::string& origin) {
    return {{"PRICHAL_SERVER_LISTEN", listen},
            {"PRICHAL_SERVER_ADMIN", admin_.address()},
            {"PRICHAL_SITE_ORIGIN", origin},
            {"PRICHAL_SITE_WEB", tree_.path("web")},
            {"PRICHAL_STORE_DATA", tree_.path("data")},
            {"PRICHAL_SERVER_MAX_CONNECTIONS", "64"},
            {"PRICHAL_BRIDGE_HEARTBEAT", "1"}};
  }

  HeldPort site_;
  HeldPort admin_;
  Upstream clock_;
};

}  // namespace prichal::testing
