#include "ops/doctor/judgements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/address.h"
#include "base/encoding.h"
#include "ops/commands/commands.h"

namespace prichal::ops {
namespace {

using std::chrono::microseconds;

constexpr std::string_view kAllowOrigin = "access-control-allow-origin";

/// Splits a text at characters of `gaps`. No empty parts.
std::vector<std::string_view> Split(std::string_view text, std::string_view gaps) {
  std::vector<std::string_view> words;
  while (true) {
    const auto from = text.find_first_not_of(gaps);
    if (from == std::string_view::npos) return words;
    const auto end = text.find_first_of(gaps, from);
    words.push_back(text.substr(from, end == std::string_view::npos ? end : end - from));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end);
  }
}

/// Returns the sources of `frame-ancestors` of each policy that has this directive.
std::vector<std::vector<std::string>> FrameAncestors(const outbound::Response& page) {
  std::vector<std::vector<std::string>> all;
  for (const auto& [name, value] : page.headers) {
    if (name != "content-security-policy") continue;
    for (const auto policy : Split(value, ",")) {
      for (const auto directive : Split(policy, ";")) {
        const auto words = Split(directive, " \t");
        if (words.empty() || AsciiLower(std::string(words.front())) != "frame-ancestors") continue;
        std::vector<std::string> sources;
        for (std::size_t i = 1; i < words.size(); ++i)
          sources.push_back(AsciiLower(std::string(words[i])));
        all.push_back(std::move(sources));
      }
    }
  }
  return all;
}

bool LetsTelegramIn(const std::vector<std::string>& sources) {
  constexpr std::array<std::string_view, 6> kTelegram{"*",
                                                      "https:",
                                                      "https://web.telegram.org",
                                                      "https://*.telegram.org",
                                                      "web.telegram.org",
                                                      "*.telegram.org"};
  return std::any_of(sources.begin(), sources.end(), [&](const std::string& source) {
    return std::find(kTelegram.begin(), kTelegram.end(), source) != kTelegram.end();
  });
}

bool IsPrivate(const IpAddress& address) {
  constexpr std::array<std::string_view, 7> kPrivate{
      "10.0.0.0/8",     "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10",
      "169.254.0.0/16", "fc00::/7",      "fe80::/10"};
  return std::any_of(kPrivate.begin(), kPrivate.end(), [&](std::string_view text) {
    return IpRange::Parse(text)->Contains(address);
  });
}

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kGiB = 1024 * kMiB;

std::string Bytes(std::uint64_t bytes) {
  if (bytes >= 10 * kGiB) return fmt::format("{} GiB", bytes / kGiB);
  return fmt::format("{} MiB", bytes / kMiB);
}

double MillisecondsOf(microseconds time) { return static_cast<double>(time.count()) / 1000; }

}  // namespace

void JudgeFraming(const outbound::Response& page, Findings& findings) {
  const auto policies = FrameAncestors(page);
  const std::string options(page.Header("x-frame-options"));
  for (const auto& sources : policies) {
    if (LetsTelegramIn(sources)) continue;
    return findings.Wrong("framing", fmt::format("frame-ancestors {}", fmt::join(sources, " ")),
                          "Telegram's web and Linux clients frame the page in web.telegram.org, "
                          "which this policy forbids",
                          "remove the proxy's Content-Security-Policy and forward the server's");
  }
  if (!options.empty() && policies.empty()) {
    return findings.Wrong("framing", "X-Frame-Options: " + options,
                          "browsers do not show the page in Telegram's frame",
                          "remove X-Frame-Options from the proxy; the server's "
                          "Content-Security-Policy already limits framing");
  }
  if (!options.empty()) {
    return findings.Warning(
        "framing", "X-Frame-Options: " + options,
        "browsers without frame-ancestors obey it and do not show the page in Telegram's frame",
        "remove X-Frame-Options from the proxy");
  }
  if (policies.empty()) {
    return findings.Warning("framing", "no frame-ancestors",
                            "any site can frame the page (clickjacking)",
                            "forward the server's Content-Security-Policy");
  }
  findings.Good("framing", fmt::format("frame-ancestors {}", fmt::join(policies.front(), " ")));
}

std::vector<std::string> DoubledHeaders(const outbound::Response& answer) {
  constexpr std::array<std::string_view, 14> kOnce{"access-control-allow-origin",
                                                   "access-control-allow-credentials",
                                                   "cache-control",
                                                   "connection",
                                                   "content-encoding",
                                                   "content-security-policy",
                                                   "content-type",
                                                   "date",
                                                   "referrer-policy",
                                                   "strict-transport-security",
                                                   "transfer-encoding",
                                                   "x-accel-buffering",
                                                   "x-content-type-options",
                                                   "x-frame-options"};
  std::vector<std::string> doubled;
  for (const auto name : kOnce) {
    if (answer.Count(name) > 1) doubled.emplace_back(name);
  }
  return doubled;
}

void JudgeCors(std::string_view code, const outbound::Response& answer, Findings& findings) {
  const std::string value(answer.Header(kAllowOrigin));
  if (answer.Count(kAllowOrigin) > 1) {
    return findings.Wrong(code, std::string(kAllowOrigin) + " twice",
                          "browsers reject a response that has it twice",
                          "remove it from the proxy; the server already sends it (bridge.cors)");
  }
  if (value == "*" || value == "https://wallet.example") {
    return findings.Good(code, fmt::format("{}: {}", kAllowOrigin, value));
  }
  if (answer.status == 403) {
    return findings.Warning(code, "403",
                            "only listed origins can use it; other apps and web wallets cannot",
                            "extend or empty bridge.origins if this is not intended");
  }
  findings.Wrong(code, value.empty() ? "no " + std::string(kAllowOrigin) : value,
                 "browsers do not let pages of other origins, such as web wallets, read it",
                 "forward the server's header (bridge.cors), or set * in the proxy");
}

void JudgeCertificateEnd(std::string_view name, std::chrono::seconds left, Findings& findings) {
  constexpr std::chrono::hours kFortnight{14 * 24};
  const auto value =
      fmt::format("{}, for {} more", name, Span(std::max(left, std::chrono::seconds(0))));
  if (left >= kFortnight) return findings.Good("tls_certificate", value);
  findings.Warning("tls_certificate", value, "expires within 14 days; then connections fail",
                   "check its automatic renewal");
}

void JudgeCertificateRefused(long verified, const std::string& words, Findings& findings) {
  struct Meaning {
    long code;
    const char* reason;
    const char* fix;
  };
  constexpr const char* kRenew = "renew it, and reload the server that uses it";
  constexpr const char* kChain = "add the chain to the certificate file (fullchain.pem of certbot)";
  constexpr const char* kAuthority =
      "use a certificate of a public authority; for a private one pass --ca-file";
  constexpr std::array kMeanings{
      Meaning{X509_V_ERR_CERT_HAS_EXPIRED, "expired", kRenew},
      Meaning{X509_V_ERR_CERT_NOT_YET_VALID, "not valid yet; a clock is wrong",
              "set the clock of this machine or of the issuer"},
      Meaning{X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
              "the chain does not end in a trusted authority", kChain},
      Meaning{X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, "the server does not send the chain",
              kChain},
      Meaning{X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, "self-signed", kAuthority},
      Meaning{X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, "unknown authority", kAuthority},
  };
  const auto* const found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                         [&](const Meaning& one) { return one.code == verified; });
  if (found != kMeanings.end()) {
    return findings.Wrong("tls_certificate", words, found->reason, found->fix);
  }
  // libcurl compares names itself and sets no error code of OpenSSL.
  if (verified == X509_V_OK || verified == X509_V_ERR_UNSPECIFIED) {
    return findings.Wrong(
        "tls_certificate", words,
        "the TLS handshake fails, or the certificate is for another host name",
        "use a certificate for the origin's host, and check that the port uses TLS");
  }
  findings.Wrong("tls_certificate", words, X509_verify_cert_error_string(verified), kAuthority);
}

void JudgeClientAddress(std::string_view seen, std::string_view local_address, Findings& findings) {
  for (const auto& [forged, header] :
       {std::pair(kForgedForwardedFor, "X-Forwarded-For"), std::pair(kForgedRealIp, "X-Real-IP"),
        std::pair(kForgedForwarded, "Forwarded")}) {
    if (seen != forged) continue;
    findings.NotLookedAt("client_address",
                         "the server sees a forged address, see client_address_forged");
    return findings.Wrong(
        "client_address_forged", fmt::format("{}: {}", header, forged),
        "the server trusts a header of the client, so limits per address have no effect",
        "list only proxies in proxies.trusted, and set proxies.header to the header that they "
        "overwrite; do not run doctor on a proxy's machine, which is trusted");
  }
  findings.Good("client_address_forged", "forged addresses are ignored");
  const auto address = IpAddress::Parse(seen);
  if (!address) {
    return findings.NotLookedAt("client_address", "the bridge does not report the address");
  }
  const std::string value(seen);
  if (seen == local_address) return findings.Good("client_address", value);
  const std::string own_text = local_address.empty() ? "unknown" : std::string(local_address);
  constexpr const char* kWayOut =
      "list the proxy in proxies.trusted, and set proxies.header to the header that it sends";
  if (address->is_loopback()) {
    return findings.Wrong(
        "client_address", value,
        "the server sees its own machine instead of clients, so limits per address have no effect",
        kWayOut);
  }
  if (IsPrivate(*address)) {
    return findings.Warning(
        "client_address", value,
        fmt::format("a private address, but not this machine's ({}); probably a proxy's", own_text),
        kWayOut);
  }
  findings.Good("client_address", value);
}

void JudgeWalletNames(const std::vector<LookedUp>& names, Findings& findings) {
  std::vector<std::string> missing;
  std::vector<std::string> unanswered;
  for (const LookedUp& one : names) {
    if (one.outcome == LookedUp::Status::kNone) missing.push_back(one.name);
    if (one.outcome == LookedUp::Status::kNoAnswer) unanswered.push_back(one.name);
  }
  if (names.size() == unanswered.size()) {
    return findings.NotLookedAt("wallets_dns", "no DNS server answers");
  }
  if (!missing.empty()) {
    return findings.Wrong(
        "wallets_dns", fmt::format("{}", fmt::join(missing, ", ")),
        "unknown host name; users of these wallets cannot connect, or see no picture",
        "update the wallets list (`prichal wallets pull`)");
  }
  if (!unanswered.empty()) {
    return findings.Warning(
        "wallets_dns", fmt::format("{}", fmt::join(unanswered, ", ")),
        "no DNS server answered in time",
        "retry; if it persists, update the wallets list (`prichal wallets pull`)");
  }
  findings.Good("wallets_dns", fmt::format("{} names", names.size()));
}

void JudgeClock(std::string_view code, std::string_view whose, std::chrono::seconds ahead,
                Findings& findings) {
  // `Date` has a resolution of 1 s, and the response takes time.
  constexpr std::chrono::seconds kSame{3};
  constexpr std::chrono::seconds kUsable{30};
  const auto off = ahead < std::chrono::seconds(0) ? -ahead : ahead;
  if (off <= kSame) {
    return findings.Good(code, fmt::format("the same as that of {}", whose));
  }
  const auto value =
      fmt::format("{} {} that of {}", Span(off), ahead.count() > 0 ? "behind" : "ahead of", whose);
  constexpr const char* kReason =
      "proofs, tokens and certificates are valid for a limited time; with a wrong clock, sign-in "
      "rejects users";
  constexpr const char* kWayOut = "synchronize the clock: timedatectl set-ntp true";
  if (off <= kUsable) return findings.Warning(code, value, kReason, kWayOut);
  findings.Wrong(code, value, kReason, kWayOut);
}

void JudgeSynchronisation(bool is_kept, Findings& findings) {
  if (is_kept) return findings.Good("clock_synchronised", "by a time server");
  findings.Warning("clock_synchronised", "not synchronized",
                   "an unsynchronized clock is off by minutes after some months",
                   "synchronize the clock: timedatectl set-ntp true");
}

void JudgeDiskSpace(std::uint64_t free_bytes, std::uint64_t all_bytes, const std::string& folder,
                    Findings& findings) {
  const auto value = fmt::format("{} of {} are free", Bytes(free_bytes), Bytes(all_bytes));
  const auto fix =
      fmt::format("free space on the disk of {}, or name another folder in store.data", folder);
  constexpr const char* kReason = "without free space, messages are answered with 503";
  if (free_bytes < 64 * kMiB) return findings.Wrong("disk_space", value, kReason, fix);
  if (free_bytes < kGiB && free_bytes < all_bytes / 10) {
    return findings.Warning("disk_space", value, kReason, fix);
  }
  findings.Good("disk_space", value);
}

void JudgeFsync(std::vector<microseconds> times, Findings& findings) {
  if (times.empty()) return findings.NotLookedAt("disk_fsync", "could not be measured");
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(
        std::floor(share * static_cast<double>(times.size() - 1)))];
  };
  const auto value = fmt::format("p50 {:.2f} ms, p99 {:.2f} ms, of {} commits",
                                 MillisecondsOf(at(0.5)), MillisecondsOf(at(0.99)), times.size());
  constexpr const char* kReason = "each message waits for its commit";
  constexpr const char* kWayOut = "use a faster disk, or set store.fsync to interval";
  if (at(0.5) >= std::chrono::milliseconds(100)) {
    return findings.Wrong("disk_fsync", value, kReason, kWayOut);
  }
  if (at(0.99) >= std::chrono::milliseconds(100)) {
    return findings.Warning("disk_fsync", value, kReason, kWayOut);
  }
  findings.Good("disk_fsync", value);
}

void JudgeMemory(std::uint64_t bounds, std::uint64_t memory, Findings& findings) {
  const auto value = fmt::format("limits of {}, memory of {}", Bytes(bounds), Bytes(memory));
  if (bounds <= memory) return findings.Good("memory", value);
  findings.Warning(
      "memory", value, "clients can exhaust the memory, and the kernel then kills the server",
      "lower server.max_connections, bridge.total_bytes or bridge.stream_bytes, or add memory");
}

void JudgeOpenFiles(std::uint64_t limit, std::uint64_t connections, std::string_view whose,
                    Findings& findings) {
  constexpr std::uint64_t kOthers = 128;  // the same reserve as in base/descriptor.cpp
  const auto value = fmt::format("{} of {}, for {} connections", limit, whose, connections);
  if (limit >= connections + kOthers) return findings.Good("open_files", value);
  findings.Wrong(
      "open_files", value,
      "the server closes new connections before it reaches server.max_connections",
      "raise LimitNOFILE in the unit (ulimit -Hn in a shell), or lower server.max_connections");
}

}  // namespace prichal::ops
