// `prichal doctor` against correct deployments, and against deployments with each fault that is
// visible from outside. Faults that cannot be simulated, such as a full disk, are in
// ops/doctor/tests/judgements_test.cpp.

#include "tests/fixtures/doctor_fixture.h"
#include "tests/fixtures/fixed_answer.h"
#include "tests/fixtures/nginx.h"

namespace prichal::testing {
namespace {

TEST_F(DoctorCommand, ReportsHealthyDeployment) {
  const auto listen = site_.address();
  auto environment = Environment(listen, "http://" + listen);
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const auto found = Doctor({}, environment);
  for (const auto& [code, state] : found) {
    if (code == "origin") {
      Expect(found, code, "warning: http://127.0.0.1", "from this machine");
    } else if (code == "tls_certificate") {
      Expect(found, code, "not_looked_at", "the origin is http");
    } else if (code != "clock_synchronised" && code != "disk_fsync" && code != "disk_space") {
      EXPECT_EQ(state, "good") << code;  // the others depend on the machine
    }
  }
  // Only from outside, in text form.
  const auto words = Run({"doctor", "--url", "http://" + listen, "--clock-url",
                          clock_.origin() + "/", "--timeout", "20s"});
  EXPECT_EQ(words.code, 0) << words.out;
  EXPECT_TRUE(words.out.starts_with("ok: 0 errors, 1 warning, ")) << words.out;
  EXPECT_NE(words.out.find("  skipped  configuration          no configuration is given"),
            std::string::npos)
      << words.out;
}

TEST_F(DoctorCommand, SkipsChecksOfAppForBridgeWithoutOne) {
  const auto listen = site_.address();
  auto environment = Environment(listen, "http://" + listen);
  environment["PRICHAL_SITE_WEB"] = "";
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  for (const auto& settings : {environment, std::map<std::string, std::string>{}}) {
    const auto found = Doctor({"--url", "http://" + listen}, settings);
    for (const auto* code : {"page", "bridge", "bridge_delivery", "headers", "clock_origin"}) {
      EXPECT_EQ(found.at(code), "good") << code;
    }
    for (const auto* code : {"framing", "manifest", "icon", "wallets_list", "wallets_dns"}) {
      Expect(found, code, "not_looked_at", "the server has no mini app");
    }
  }
  // A configured mini app that the origin does not serve.
  environment["PRICHAL_SITE_WEB"] = tree_.path("web");
  const auto found = Doctor({}, environment);
  Expect(found, "framing", "wrong: frame-ancestors 'none'");
  Expect(found, "manifest", "wrong: 404");
}

TEST_F(DoctorCommand, DetectsBufferingProxy) {
  const std::string end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
  for (const std::string stream :
       {"", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"}) {
    const FixedAnswer collecting([&](const std::string& asked) {
      if (asked.starts_with("GET /bridge/events")) return stream;
      return asked.starts_with("OPTIONS")
                 ? "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n" + end
                 : "HTTP/1.1 200 OK\r\n" + end;
    });
    const auto found =
        Doctor({"--url", collecting.origin(), "--timeout", "2s"},
               {{"PRICHAL_BRIDGE_HEARTBEAT", "1"}, {"PRICHAL_SERVER_ADMIN", admin_.address()}});
    Expect(found, "bridge", "good");
    Expect(found, "bridge_first_bytes", "wrong: nothing within 2 s", "buffers the stream");
    if (stream.empty()) {
      Expect(found, "bridge_delivery", "not_looked_at");
      Expect(found, "bridge_cors", "good");
    } else {
      Expect(found, "bridge_delivery", "wrong: acknowledged, but not delivered");
      Expect(found, "bridge_heartbeat", "wrong: none within ");
    }
  }
}

TEST_F(DoctorCommand, DetectsProxyHeadersAndTimeouts) {
  const auto listen = site_.address();
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
  Expect(found, "bridge_heartbeat", "wrong: cut after ", "closes idle streams");
  // A missing site.origin causes this.
  Expect(found, "manifest_url", "wrong: http://" + listen);
  Expect(found, "bridge_cors", "wrong", "twice");
  Expect(found, "manifest_cors", "wrong", "twice");
  Expect(found, "headers", "warning", "access-control-allow-origin");
  Expect(found, "framing", "warning: X-Frame-Options: SAMEORIGIN");
  Expect(found, "client_address", "wrong: 127.0.0.2", "instead of clients");
  Expect(found, "client_address_forged", "good");
}

TEST_F(DoctorCommand, DetectsCompressingProxy) {
  const auto listen = site_.address();
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

TEST_F(DoctorCommand, DetectsForgeableClientAddress) {
  const auto listen = site_.address();
  auto environment = Environment(listen, "http://" + listen);
  environment["PRICHAL_PROXIES_TRUSTED"] = "127.0.0.1";
  ServerProcess server({"serve"}, environment);
  ASSERT_NE(server.ReadLine(), "") << server.err();
  const auto found = Doctor({}, environment);
  Expect(found, "client_address_forged", "wrong: X-Forwarded-For: 192.0.2.77");
  Expect(found, "client_address", "not_looked_at");
}

TEST_F(DoctorCommand, DetectsEverythingThatWalletsReject) {
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
  Expect(found, "bridge", "wrong: 404", "can connect");
  Expect(found, "bridge_delivery", "not_looked_at");

  const std::string path = "/tonconnect-manifest.json";
  site.Say("/", {.status = 502, .type = "text/html"});
  site.Say(path, {.status = 301, .headers = {{"Location", origin + "/other.json"}}});
  found = look();
  Expect(found, "page", "wrong: 502 text/html");
  Expect(found, "manifest", "wrong: 301 to " + origin, "not follow redirects");
  Expect(found, "manifest_url", "not_looked_at");

  site.Say("/", {.status = 302, .headers = {{"Location", "https://www.app.example.org/"}}});
  site.Say(path, {.type = "text/html", .body = "<!doctype html>"});
  found = look();
  Expect(found, "page_origin", "wrong: a redirect to https://www.app", "Telegram");
  Expect(found, "manifest_type", "wrong: text/html", "bot check");
  Expect(found, "manifest_cors", "wrong: no access-control-allow-origin");
  Expect(found, "manifest_fields", "wrong: not a JSON object");

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

TEST_F(DoctorCommand, DetectsWrongClock) {
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
  Expect(Doctor({"--clock-url", silent.origin()}), "clock", "not_looked_at", "sends no Date");
}

TEST_F(DoctorCommand, ChecksCertificate) {
  const auto pair = http::tls::MakeCertificate();
  tree_.Write("ca.pem", pair.certificate);
  Upstream site(&pair);
  site.BeWell();
  const auto look = [&](const Upstream& at, const std::string& authorities) {
    tree_.Write("ca.pem", authorities);
    return Doctor({"--url", at.origin(), "--ca-file", tree_.path("ca.pem")});
  };
  auto found = look(site, pair.certificate);
  Expect(found, "origin", "good");
  Expect(found, "tls_certificate", "warning: 127.0.0.1, for ", "within 14 days");
  Expect(found, "manifest", "good");

  const auto long_lived = http::tls::MakeCertificate({.lifetime = std::chrono::hours(24 * 60)});
  found = look(Upstream(&long_lived), long_lived.certificate);
  Expect(found, "tls_certificate", "good");

  found = look(site, long_lived.certificate);
  Expect(found, "tls_certificate", "wrong", "self-signed");
  Expect(found, "manifest", "not_looked_at", "unreachable");

  const auto over = http::tls::MakeCertificate({.lifetime = std::chrono::seconds(-60)});
  found = look(Upstream(&over), over.certificate);
  Expect(found, "tls_certificate", "wrong", "expired");

  const auto other = http::tls::MakeCertificate({.names = "DNS:app.example.org"});
  found = look(Upstream(&other), other.certificate);
  Expect(found, "tls_certificate", "wrong", "another host name");
}

TEST_F(DoctorCommand, ReportsUncheckedFindingsWithoutNetwork) {
  // Neither name exists, as without a name server.
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
      EXPECT_NE(one.at("reason").as_string(), "not checked") << code;
    }
  }
  const auto unknown = Doctor({"--url", "https://app.invalid"});
  // The name server reports that the name does not exist, or does not respond.
  EXPECT_FALSE(unknown.at("dns").starts_with("good"));
  Expect(unknown, "page", "not_looked_at", "has no address");
  const auto nothing = Run({"doctor", "--clock-url", "http://127.0.0.1:1/", "--format", "json"});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_NE(nothing.out.find("no origin is given"), std::string::npos);
}

TEST_F(DoctorCommand, RejectsInvalidArguments) {
  ExpectMistake(Run({"doctor", "--url", "app.example.org"}),
                "(flag --url): has no scheme. Fix: use https://app.example.org");
  ExpectMistake(Run({"doctor", "--timeout", "soon"}), "--timeout");
  ExpectMistake(Run({"doctor", "--format", "xml"}), "text or json");
}

}  // namespace
}  // namespace prichal::testing
