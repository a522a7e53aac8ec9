// `prichal doctor` before deployments that are as they should be, and before all that can be wrong
// with them: each finding is made to appear. What no machine can be made to be, such as out of
// disk, is in app/doctor/judgements_test.cpp.

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

#include "base/descriptor.h"
#include "command_fixture.h"
#include "http/response_builder.h"
#include "net/server.h"
#include "nginx.h"
#include "process_fixture.h"
#include "tls/fixture_certificate.h"

namespace prichal::testing {
namespace {

using namespace std::string_literals;

std::string Png(unsigned char width, unsigned char height) {
  return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0"s + static_cast<char>(width) + "\0\0\0"s +
         static_cast<char>(height) + "\x08\x06\0\0\0"s;
}

/// All names lead to this machine.
constexpr std::string_view kWallets =
    R"([{"app_name":"a","name":"A","image":"https://localhost/a.png","about_url":"https://a.example",)"
    R"("universal_url":"https://a.example/c","platforms":["ios"],)"
    R"("bridge":[{"type":"sse","url":"https://localhost:1/bridge"}]}])";

/// A site whose every answer is what a test says.
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
      EXPECT_TRUE(server_.UseTls(
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
  /// A mini app's site that is well, but for its bridge.
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
    void Handle(const http::Request& request, net::Exchange& exchange) override {
      const auto said = upstream_.For(std::string(request.path));
      http::ResponseBuilder builder(said.status);
      for (const auto& [name, value] : said.headers) builder.Header(name, value);
      exchange.Respond(builder.Body(said.type, said.body));
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

/// Answers each connection once, and leaves those open that it does not say to be closed.
class FixedAnswer {
 public:
  using Answer = std::function<std::string(const std::string& asked)>;

  explicit FixedAnswer(Answer answer) : answer_(std::move(answer)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener_.fd(), any, size), 0);
    EXPECT_EQ(listen(listener_.fd(), 16), 0);
    EXPECT_EQ(getsockname(listener_.fd(), any, &size), 0);
    origin_ = fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
    thread_ = std::thread([this] {
      for (int peer = 0; (peer = accept(listener_.fd(), nullptr, nullptr)) >= 0;) {
        Descriptor connection(peer);
        std::string asked(4096, '\0');
        const auto got = recv(peer, asked.data(), asked.size(), 0);
        asked.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        const auto bytes = answer_(asked);
        send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (bytes.find("Connection: close") == std::string::npos) {
          open_.push_back(std::move(connection));
        }
      }
    });
  }
  FixedAnswer(const FixedAnswer&) = delete;
  FixedAnswer& operator=(const FixedAnswer&) = delete;
  ~FixedAnswer() {
    shutdown(listener_.fd(), SHUT_RDWR);
    thread_.join();
  }

  [[nodiscard]] const std::string& origin() const { return origin_; }

 private:
  const Answer answer_;
  Descriptor listener_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string origin_;
  std::vector<Descriptor> open_;
  std::thread thread_;
};

class DoctorCommand : public CommandTest {
 protected:
  DoctorCommand() {
    host::WriteSite(tree_);
    tree_.Write("web/icon.png", Png(180, 180)).Write("web/wallets-v2.json", kWallets);
    clock_.Say("/", {});
  }

  /// What was found, by code: "good", or the state and what is told of it.
  using Found = std::map<std::string, std::string>;

  Found Doctor(const Arguments& more, const std::map<std::string, std::string>& environment = {}) {
    Arguments arguments{"doctor", "--format", "json"};
    if (std::find(more.begin(), more.end(), "--clock-url") == more.end()) {
      arguments.insert(arguments.end(), {"--clock-url", clock_.origin() + "/"});
    }
    // A sanitizer takes its time.
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

  /// A server that runs behind `origin`, and its configuration for the doctor.
  std::map<std::string, std::string> Environment(const std::string& listen,
                                                 const std::string& origin) {
    return {{"PRICHAL_SERVER_LISTEN", listen},
            {"PRICHAL_SERVER_ADMIN", FreeAddress()},
            {"PRICHAL_SITE_ORIGIN", origin},
            {"PRICHAL_SITE_WEB", tree_.path("web")},
            {"PRICHAL_STORE_DATA", tree_.path("data")},
            {"PRICHAL_SERVER_MAX_CONNECTIONS", "64"},
            {"PRICHAL_BRIDGE_HEARTBEAT", "1"}};
  }

  Upstream clock_;
};

TEST_F(DoctorCommand, AGoodDeploymentIsGood) {
  const auto listen = FreeAddress();
  auto environment = Environment(listen, "http://" + listen);
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const auto found = Doctor({}, environment);
  for (const auto& [code, state] : found) {
    if (code == "origin") {
      Expect(found, code, "warning: http://127.0.0.1", "only this machine");
    } else if (code == "tls_certificate") {
      Expect(found, code, "not_looked_at", "the origin is http");
    } else if (code != "clock_synchronised" && code != "disk_fsync" && code != "disk_space") {
      EXPECT_EQ(state, "good") << code;  // those are the machine's
    }
  }
  // From outside alone, for people.
  const auto words = Run({"doctor", "--url", "http://" + listen, "--clock-url",
                          clock_.origin() + "/", "--timeout", "20s"});
  EXPECT_EQ(words.code, 0) << words.out;
  EXPECT_TRUE(words.out.starts_with("good: 0 wrong, 1 to be warned of, ")) << words.out;
  EXPECT_NE(words.out.find("  -        configuration          no configuration was given"),
            std::string::npos)
      << words.out;
}

TEST_F(DoctorCommand, AProxyThatCollectsTheStreamIsFound) {
  const std::string end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
  for (const std::string stream :
       {"", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"}) {
    const FixedAnswer collecting([&](const std::string& asked) {
      if (asked.starts_with("GET /bridge/events")) return stream;
      return asked.starts_with("OPTIONS")
                 ? "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n" + end
                 : "HTTP/1.1 200 OK\r\n" + end;
    });
    const auto found = Doctor({"--url", collecting.origin(), "--timeout", "2s"},
                              {{"PRICHAL_BRIDGE_HEARTBEAT", "1"}});
    Expect(found, "bridge", "good");
    Expect(found, "bridge_first_bytes", "wrong: nothing within 2 s", "collects the stream");
    if (stream.empty()) {
      Expect(found, "bridge_delivery", "not_looked_at");
      Expect(found, "bridge_cors", "good");
    } else {
      Expect(found, "bridge_delivery", "wrong: acknowledged, and not delivered");
      Expect(found, "bridge_heartbeat", "wrong: none within ");
    }
  }
}

TEST_F(DoctorCommand, WhatAProxyWritesAndCutsIsFound) {
  const auto listen = FreeAddress();
  auto environment = Environment(listen, "http://" + listen);
  environment["PRICHAL_BRIDGE_HEARTBEAT"] = "30";
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const Nginx proxy(
      fmt::format("location / {{ proxy_pass http://{}; proxy_bind 127.0.0.2; "
                  "proxy_read_timeout 1s; add_header X-Frame-Options SAMEORIGIN; "
                  "add_header Access-Control-Allow-Origin *; }}",
                  listen));
  const auto found = Doctor({"--url", "http://" + proxy.address()});
  Expect(found, "bridge_first_bytes", "good");
  Expect(found, "bridge_delivery", "good");
  Expect(found, "bridge_heartbeat", "wrong: cut after ", "ends a stream");
  // As it is where site.origin was forgotten.
  Expect(found, "manifest_url", "wrong: http://" + listen);
  Expect(found, "bridge_cors", "wrong", "twice");
  Expect(found, "manifest_cors", "wrong", "twice");
  Expect(found, "headers", "warning", "access-control-allow-origin");
  Expect(found, "framing", "warning: X-Frame-Options: SAMEORIGIN");
  Expect(found, "client_address", "wrong: 127.0.0.2", "no client's");
  Expect(found, "client_address_forged", "good");
}

TEST_F(DoctorCommand, AProxyThatCompressesTheStreamIsFound) {
  const auto listen = FreeAddress();
  auto environment = Environment(listen, "http://" + listen);
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const Nginx proxy(
      fmt::format("gzip on; gzip_min_length 0; gzip_proxied any; "
                  "gzip_types text/event-stream; "
                  "location / {{ proxy_pass http://{}; }}",
                  listen));
  const auto found = Doctor({"--url", "http://" + proxy.address()});
  Expect(found, "bridge_compression", "wrong: gzip");
  Expect(found, "bridge_delivery", "not_looked_at", "is compressed");
}

TEST_F(DoctorCommand, AnAddressThatIsBelievedOfAnybodyIsFound) {
  const auto listen = FreeAddress();
  auto environment = Environment(listen, "http://" + listen);
  environment["PRICHAL_PROXIES_TRUSTED"] = "127.0.0.1";
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const auto found = Doctor({}, environment);
  Expect(found, "client_address_forged", "wrong: X-Forwarded-For: 192.0.2.77");
  Expect(found, "client_address", "not_looked_at");
}

TEST_F(DoctorCommand, EachThingThatAWalletDoesNotTakeIsFound) {
  Upstream site;
  const auto& origin = site.origin();
  const auto look = [&] { return Doctor({"--url", origin}); };
  site.BeWell();
  auto found = look();
  for (const char* code : {"page", "page_origin", "framing", "manifest", "manifest_type",
                           "manifest_fields", "manifest_url", "manifest_cors", "icon", "icon_type",
                           "icon_size", "wallets_list", "wallets_dns", "clock_origin", "headers"}) {
    EXPECT_EQ(found.at(code), "good") << code;
  }
  Expect(found, "bridge", "wrong: 404", "nobody connects");
  Expect(found, "bridge_delivery", "not_looked_at");

  const std::string path = "/tonconnect-manifest.json";
  site.Say("/", {.status = 502, .type = "text/html"});
  site.Say(path, {.status = 301, .headers = {{"Location", origin + "/other.json"}}});
  found = look();
  Expect(found, "page", "wrong: 502 text/html");
  Expect(found, "manifest", "wrong: 301 to " + origin, "no redirect");
  Expect(found, "manifest_url", "not_looked_at");

  site.Say("/", {.status = 302, .headers = {{"Location", "https://www.app.example.org/"}}});
  site.Say(path, {.type = "text/html", .body = "<!doctype html>"});
  found = look();
  Expect(found, "page_origin", "wrong: a redirect to https://www.app", "Telegram");
  Expect(found, "manifest_type", "wrong: text/html", "challenge");
  Expect(found, "manifest_cors", "wrong: no access-control-allow-origin");
  Expect(found, "manifest_fields", "wrong: no JSON object");

  site.Say("/", {.status = 302, .headers = {{"Location", "/app"}}});
  site.SayManifest(fmt::format(R"({{"url":"{0}/","iconUrl":"{0}/icon.png"}})", origin));
  site.Say("/icon.png", {.type = "image/svg+xml", .body = "<svg xmlns=\"\"/>"});
  site.Say("/wallets-v2.json", {.body = "[]"});
  found = look();
  Expect(found, "page", "warning: a redirect to /app");
  Expect(found, "page_origin", "good");
  Expect(found, "manifest_fields", "wrong: no name");
  Expect(found, "manifest_url", "warning: " + origin + "/");
  Expect(found, "icon_type", "wrong: SVG");
  Expect(found, "wallets_list", "wrong", "not empty");
  Expect(found, "wallets_dns", "not_looked_at");

  site.BeWell();
  site.Say("/icon.png", {.type = "text/plain", .body = Png(100, 90)});
  site.Say("/wallets-v2.json", {.status = 404});
  found = look();
  Expect(found, "icon_type", "warning: PNG as \"text/plain\"");
  Expect(found, "icon_size", "warning: 100 by 90 pixels", "square");
  Expect(found, "wallets_list", "wrong: 404 at ");

  site.Say("/icon.png", {.status = 404});
  site.SayManifest(fmt::format(
      R"({{"url":"{0}","name":"A","iconUrl":"{0}/icon.png","termsOfUseUrl":"/terms"}})", origin));
  found = look();
  Expect(found, "icon", "wrong: 404 at ");
  Expect(found, "icon_size", "not_looked_at");
  Expect(found, "manifest_fields", "warning: termsOfUseUrl");
}

TEST_F(DoctorCommand, AClockThatIsWrongIsFound) {
  const FixedAnswer other([](const auto&) {
    return "HTTP/1.1 404 Not Found\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n"
           "Content-Length: 0\r\nConnection: close\r\n\r\n";
  });
  const auto found = Doctor({"--url", other.origin(), "--clock-url", other.origin()});
  Expect(found, "clock", "wrong: ", "ahead of that of " + other.origin());
  Expect(found, "clock_origin", "wrong: ", "ahead of that of 127.0.0.1");
  const FixedAnswer silent([](const auto&) {
    return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  });
  Expect(Doctor({"--clock-url", silent.origin()}), "clock", "not_looked_at", "tells no Date");
}

TEST_F(DoctorCommand, ACertificateIsLookedAt) {
  const auto pair = tls::MakeCertificate();
  tree_.Write("ca.pem", pair.certificate);
  Upstream site(&pair);
  site.BeWell();
  const auto look = [&](const Upstream& at, const std::string& authorities) {
    tree_.Write("ca.pem", authorities);
    return Doctor({"--url", at.origin(), "--ca-file", tree_.path("ca.pem")});
  };
  auto found = look(site, pair.certificate);
  Expect(found, "origin", "good");
  Expect(found, "tls_certificate", "warning: 127.0.0.1, for ", "within a fortnight");
  Expect(found, "manifest", "good");

  const auto long_lived = tls::MakeCertificate({.lifetime = std::chrono::hours(24 * 60)});
  found = look(Upstream(&long_lived), long_lived.certificate);
  Expect(found, "tls_certificate", "good");

  found = look(site, long_lived.certificate);
  Expect(found, "tls_certificate", "wrong", "signed itself");
  Expect(found, "manifest", "not_looked_at", "nothing can be asked");

  const auto over = tls::MakeCertificate({.lifetime = std::chrono::seconds(-60)});
  found = look(Upstream(&over), over.certificate);
  Expect(found, "tls_certificate", "wrong", "it is over");

  const auto other = tls::MakeCertificate({.names = "DNS:app.example.org"});
  found = look(Upstream(&other), other.certificate);
  Expect(found, "tls_certificate", "wrong", "another name");
}

TEST_F(DoctorCommand, TheMachineIsLookedAtByTheConfiguration) {
  const auto inside = [&](std::map<std::string, std::string> more) {
    more.emplace("PRICHAL_STORE_DATA", tree_.path("data"));
    more.emplace("PRICHAL_SERVER_ADMIN", FreeAddress());
    more.emplace("PRICHAL_SERVER_MAX_CONNECTIONS", "64");
    return Doctor({"--url", "http://127.0.0.1:1"}, more);
  };
  auto found = inside({});
  Expect(found, "page", "wrong", "nobody can open");
  Expect(found, "manifest", "not_looked_at");
  Expect(found, "configuration", "good");
  Expect(found, "server", "not_looked_at", "no server answers at ");
  Expect(found, "data_folder", "not_looked_at", "made at the first start");
  Expect(found, "open_files", "good");
  Expect(found, "memory", "good");
  Expect(found, "secret_files", "good");

  tree_.Write("data/bridge.db", "").Write("key.pem", "").Write("tokens", "");
  for (const auto& [name, mode] :
       {std::pair("data", 0755U), std::pair("data/bridge.db", 0644U), std::pair("tokens", 0640U)}) {
    ASSERT_EQ(chmod(tree_.path(name).c_str(), mode), 0);
  }
  found = inside({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("tokens")},
                  {"PRICHAL_BRIDGE_TOTAL_BYTES", "1099511627776"},
                  {"PRICHAL_SERVER_MAX_CONNECTIONS", "1000000"}});
  Expect(found, "data_folder", "warning: ", "(0755)");
  Expect(found, "disk_space", "");
  EXPECT_NE(found.at("disk_fsync").substr(0, 13), "not_looked_at");
  Expect(found, "secret_files", "wrong: " + tree_.path("data/bridge.db") + " (store.data, 0644)");
  Expect(found, "memory", "warning: bounds of 1");
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  Expect(found, "open_files", limit.rlim_max < 1'000'128 ? "wrong" : "good");

  ASSERT_EQ(chmod(tree_.path("data/bridge.db").c_str(), 0600), 0);
  found = inside({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", tree_.path("nowhere")},
                  {"PRICHAL_STORE_DATA", tree_.path("tokens")}});
  Expect(found, "secret_files", "wrong: " + tree_.path("nowhere") + " (auth.telegram_tokens_file)");
  Expect(found, "data_folder", "wrong: ", "no folder");

  found = inside({{"PRICHAL_LOG_LEVEL", "loud"}});
  Expect(found, "configuration", "wrong: log.level = \"loud\"", "(1 mistake)");
  Expect(found, "memory", "not_looked_at", "is refused");
}

TEST_F(DoctorCommand, TheServersOwnLimitsAreLookedAt) {
  Upstream admin;
  std::map<std::string, std::string> environment{{"PRICHAL_SERVER_ADMIN", admin.address()},
                                                 {"PRICHAL_STORE_KIND", "memory"},
                                                 {"PRICHAL_SERVER_MAX_CONNECTIONS", "1000"}};
  admin.Say("/readyz", {.body = "{\"status\":\"ok\"}\n"});
  admin.Say("/metrics", {.body = "# HELP\nprocess_max_fds 1024\n"});
  auto found = Doctor({"--url", "http://127.0.0.1:1"}, environment);
  Expect(found, "server", "good");
  Expect(found, "open_files", "wrong: 1024 of the server that runs, for 1000 connections");
  Expect(found, "disk_fsync", "not_looked_at", "memory alone");
  admin.Say("/readyz", {.status = 503, .body = "{\"status\":\"draining\"}\n"});
  admin.Say("/metrics", {.body = "# HELP\nprocess_max_fds 1128\n"});
  found = Doctor({"--url", "http://127.0.0.1:1"}, environment);
  Expect(found, "server", "wrong: 503 {\"status\":\"draining\"}", "no new visitors");
  Expect(found, "open_files", "good");
}

TEST_F(DoctorCommand, WithoutANetworkItSaysWhatItDidNotSee) {
  // Neither name is anybody's, as where there is no name server.
  const auto ran = Run({"doctor", "--url", "https://app.invalid", "--clock-url",
                        "https://clock.invalid/", "--format", "json", "--timeout", "20s"});
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.code, 0);
  const auto value = ran.json();
  for (const auto& one : value.at("findings").as_array()) {
    const auto& code = one.at("code").as_string();
    if (code == "origin") {
      EXPECT_EQ(one.at("state").as_string(), "good");
    } else {
      EXPECT_EQ(one.at("state").as_string(), "not_looked_at") << code;
      EXPECT_NE(one.at("reason").as_string(), "nothing was found") << code;
    }
  }
  const auto unknown = Doctor({"--url", "https://app.invalid"});
  // A name server says that there is none, or nobody says anything.
  EXPECT_FALSE(unknown.at("dns").starts_with("good"));
  Expect(unknown, "page", "not_looked_at", "leads to no address");
  const auto nothing = Run({"doctor", "--clock-url", "http://127.0.0.1:1/", "--format", "json"});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_NE(nothing.out.find("no origin is known"), std::string::npos);
}

TEST_F(DoctorCommand, WhatCannotBeLookedAtIsAMistake) {
  ExpectMistake(Run({"doctor", "--url", "app.example.org"}), "(flag --url): allowed is an origin");
  ExpectMistake(Run({"doctor", "--timeout", "soon"}), "--timeout");
  ExpectMistake(Run({"doctor", "--format", "xml"}), "text or json");
}

}  // namespace
}  // namespace prichal::testing
