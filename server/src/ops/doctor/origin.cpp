// Checks the origin and its page, and the clocks of this machine and of the origin.

#include <curl/curl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/pem.h>

#include <array>
#include <ctime>

#include "base/address.h"
#include "http/tls/certificate.h"
#include "ops/commands/configure.h"
#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "site/page.h"
#include "site/wallets_list.h"

namespace prichal::ops {
namespace {

using outbound::Trouble;

bool IsThisMachine(const std::string& host) {
  const auto address = IpAddress::Parse(host);
  return host == "localhost" || (address && address->is_loopback());
}

void LookAtScheme(const Deployment& deployment, const std::string& host, Findings& findings) {
  const auto& origin = deployment.origin;
  if (origin.starts_with("https://")) return findings.Good("origin", origin);
  constexpr const char* kWayOut =
      "set server.tls_certificate, or use a proxy with a certificate; then begin site.origin with "
      "https://";
  if (IsThisMachine(host)) {
    return findings.Warning("origin", origin, "only reachable from this machine", kWayOut);
  }
  findings.Wrong("origin", origin, "Telegram and wallets require https", kWayOut);
}

/// Checks DNS. Returns false if the name has no address.
bool LookAtName(const Deployment& deployment, const std::string& host, Findings& findings) {
  if (IpAddress::Parse(host)) {
    findings.Good("dns", host + " (an IP address)");
    return true;
  }
  const auto found = LookUp({host}, deployment.timeout).front();
  if (found.outcome == LookedUp::Status::kFound) {
    findings.Good("dns", fmt::format("{}: {}", host, fmt::join(found.addresses, ", ")));
    return true;
  }
  // If the network is down, some resolvers report "no such name" and others do not answer.
  if (found.outcome == LookedUp::Status::kNone &&
      FindsNames(deployment.clock_url, deployment.timeout)) {
    findings.Wrong("dns", host, "unknown host name, or without an address",
                   "create an A or AAAA record, or correct site.origin");
  } else {
    findings.NotLookedAt("dns", "no DNS server answers for " + host);
  }
  return false;
}

std::optional<std::time_t> EndOf(const std::string& pem) {
  const std::unique_ptr<BIO, http::tls::FreedBy<BIO_free>> bytes(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const http::tls::CertificateHandle certificate(
      PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr));
  tm parts{};
  if (certificate == nullptr ||
      ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &parts) != 1) {
    return std::nullopt;
  }
  return timegm(&parts);
}

void LookAtCertificate(const Deployment& deployment, const std::string& host,
                       const outbound::Response& page, Findings& findings) {
  if (!deployment.origin.starts_with("https://")) {
    return findings.NotLookedAt("tls_certificate", "the origin is http");
  }
  if (page.trouble == Trouble::kTls) {
    return JudgeCertificateRefused(page.verified, page.words, findings);
  }
  const auto end = page.certificates.empty() ? std::nullopt : EndOf(page.certificates.front());
  if (!end) return findings.NotLookedAt("tls_certificate", "the connection failed earlier");
  JudgeCertificateEnd(host, std::chrono::seconds(*end - std::time(nullptr)), findings);
}

void LookAtRedirect(const Deployment& deployment, const std::string& to, Findings& findings) {
  constexpr const char* kPage = "page";
  const bool same = (to.starts_with('/') && !to.starts_with("//")) ||
                    site::OriginOf(to) == std::optional(deployment.origin);
  if (same) {
    findings.Good("page_origin", to);
    return findings.Warning(kPage, "a redirect to " + to, "users wait for an extra request",
                            "serve the page at /");
  }
  findings.Wrong("page_origin", "a redirect to " + to,
                 "since July 2026 Telegram accepts a mini app's methods only from the origin "
                 "registered with the bot; after the redirect no method works",
                 "register the served URL with @BotFather, and set site.origin to it");
  findings.NotLookedAt(kPage, "redirect to another origin");
}

/// Findings that a server without a mini app cannot have.
constexpr std::array<std::string_view, 12> kOfApp{
    "page_origin",   "framing", "manifest",  "manifest_type", "manifest_fields", "manifest_url",
    "manifest_cors", "icon",    "icon_type", "icon_size",     "wallets_list",    "wallets_dns"};

/// Returns kBridge for the status page, unless the configuration names a mini app.
Seen SeenAt(const Deployment& deployment, const outbound::Response& page) {
  const bool expects_app = deployment.settings && !WebFolderOf(*deployment.settings).empty();
  const bool is_status = page.status == 200 && page.body.find(site::kStatusTitle) != page.body.npos;
  return is_status && !expects_app ? Seen::kBridge : Seen::kApp;
}

void LookAtPage(const Deployment& deployment, const outbound::Response& page, Seen seen,
                Findings& findings) {
  const std::string to(page.Header("location"));
  if (page.status >= 300 && page.status < 400 && !to.empty()) {
    LookAtRedirect(deployment, to, findings);
    return findings.NotLookedAt("framing", "the page is a redirect");
  }
  const auto type = page.Header("content-type");
  if (page.status != 200 || !type.starts_with("text/html")) {
    findings.Wrong("page", fmt::format("{} {}", page.status, type), "users do not see the mini app",
                   "check that the proxy forwards / to the server, and read the server's log");
    const std::string reason = "the page is missing";
    findings.NotLookedAt("page_origin", reason);
    return findings.NotLookedAt("framing", reason);
  }
  if (seen == Seen::kBridge) {
    findings.Good("page", "200, the status page of a bridge");
    return findings.NotLookedAt(kOfApp, "the server has no mini app (site.web is empty)");
  }
  findings.Good("page", "200");
  findings.Good("page_origin", "no redirect");
  JudgeFraming(page, findings);
}

/// Compares the `Date` header of a response (RFC 9110 section 6.6.1) with this machine's clock.
void Compare(std::string_view code, const std::string& whose, const outbound::Response& answer,
             Findings& findings) {
  if (!answer.came()) {
    return findings.NotLookedAt(code, fmt::format("{} is unreachable: {}", whose, answer.words));
  }
  const std::string date(answer.Header("date"));
  const auto remote = date.empty() ? -1 : curl_getdate(date.c_str(), nullptr);
  if (remote < 0) return findings.NotLookedAt(code, whose + " sends no Date header");
  JudgeClock(code, whose, std::chrono::seconds(remote - std::time(nullptr)), findings);
}

}  // namespace

Seen LookAtOrigin(const Deployment& deployment, Findings& findings) {
  const std::string host = HostOf(deployment.origin);
  LookAtScheme(deployment, host, findings);
  if (!LookAtName(deployment, host, findings)) {
    const auto reason = host + " has no address";
    findings.NotLookedAt("tls_certificate", reason);
    findings.NotLookedAt(Source::kAnswers, reason);
    return Seen::kNothing;
  }
  const auto page = deployment.Get(deployment.At("/"));
  LookAtCertificate(deployment, host, page, findings);
  if (page.trouble == Trouble::kNone || page.trouble == Trouble::kTooLong) {
    const Seen seen = SeenAt(deployment, page);
    LookAtPage(deployment, page, seen, findings);
    return seen;
  }
  findings.NotLookedAt(Source::kAnswers, "the origin is unreachable");
  if (page.trouble != Trouble::kTls) {
    findings.Wrong(
        "page", page.words, "users cannot open the mini app",
        "check that the server and its proxy run, and that the firewall allows connections");
  }
  return Seen::kNothing;
}

void LookAtClock(const Deployment& deployment, Findings& findings) {
  const auto answer = deployment.client.Fetch(
      {.url = deployment.clock_url, .method = "HEAD", .timeout = deployment.timeout});
  Compare("clock", deployment.clock_url, answer, findings);
}

void LookAtOriginsClock(const Deployment& deployment, Findings& findings) {
  // Caches do not store this response, so its `Date` is current.
  Compare("clock_origin", HostOf(deployment.origin),
          deployment.client.Fetch({.url = deployment.At("/bridge/message"),
                                   .method = "OPTIONS",
                                   .timeout = deployment.timeout}),
          findings);
}

}  // namespace prichal::ops
