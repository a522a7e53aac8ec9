#include "ops/doctor/judgements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/address.h"
#include "ops/commands/commands.h"

namespace prichal::app::doctor {
namespace {

constexpr std::string_view kAllowOrigin = "access-control-allow-origin";

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return lower;
}

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
std::vector<std::vector<std::string>> FrameAncestors(const probe::Answer& page) {
  std::vector<std::vector<std::string>> all;
  for (const auto& [name, value] : page.headers) {
    if (name != "content-security-policy") continue;
    for (const auto policy : Split(value, ",")) {
      for (const auto directive : Split(policy, ";")) {
        const auto words = Split(directive, " \t");
        if (words.empty() || Lower(words.front()) != "frame-ancestors") continue;
        std::vector<std::string> sources;
        for (std::size_t i = 1; i < words.size(); ++i) sources.push_back(Lower(words[i]));
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

}  // namespace

void JudgeFraming(const probe::Answer& page, Findings& findings) {
  const auto policies = FrameAncestors(page);
  const std::string options(page.Header("x-frame-options"));
  for (const auto& sources : policies) {
    if (LetsTelegramIn(sources)) continue;
    return findings.Wrong(
        "framing", fmt::format("frame-ancestors {}", fmt::join(sources, " ")),
        "Telegram's clients on the web and on Linux show the page in a frame of "
        "web.telegram.org, which this policy forbids",
        "let the server's own Content-Security-Policy through, and take the proxy's out");
  }
  if (!options.empty() && policies.empty()) {
    return findings.Wrong("framing", "X-Frame-Options: " + options,
                          "browsers show the page in no frame of Telegram's",
                          "take X-Frame-Options out of the proxy: the server's own "
                          "Content-Security-Policy says who may frame the page");
  }
  if (!options.empty()) {
    return findings.Warning("framing", "X-Frame-Options: " + options,
                            "browsers that do not know frame-ancestors obey it, and show the page "
                            "in no frame of Telegram's",
                            "take X-Frame-Options out of the proxy");
  }
  if (policies.empty()) {
    return findings.Warning("framing", "no frame-ancestors",
                            "any site may frame the page and lay its own over it",
                            "let the server's own Content-Security-Policy through");
  }
  findings.Good("framing", fmt::format("frame-ancestors {}", fmt::join(policies.front(), " ")));
}

std::vector<std::string> DoubledHeaders(const probe::Answer& answer) {
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

void JudgeCors(std::string_view code, const probe::Answer& answer, Findings& findings) {
  const std::string value(answer.Header(kAllowOrigin));
  if (answer.Count(kAllowOrigin) > 1) {
    return findings.Wrong(code, std::string(kAllowOrigin) + " twice",
                          "browsers refuse an answer that has it twice",
                          "take it out of the proxy: the server says it itself (bridge.cors)");
  }
  if (value == "*" || value == "https://wallet.example") {
    return findings.Good(code, fmt::format("{}: {}", kAllowOrigin, value));
  }
  if (answer.status == 403) {
    return findings.Warning(code, "403",
                            "only pages that are named may use it; other apps, and wallets that "
                            "are pages, cannot",
                            "see bridge.origins, if that is not meant");
  }
  findings.Wrong(
      code, value.empty() ? "no " + std::string(kAllowOrigin) : value,
      "browsers do not let a page of another origin read it, and wallets that are pages are such",
      "let the server's own header through (bridge.cors), or have the proxy say *");
}

void JudgeCertificateEnd(std::string_view name, std::chrono::seconds left, Findings& findings) {
  constexpr std::chrono::hours kFortnight{14 * 24};
  const auto value =
      fmt::format("{}, for {} more", name, command::Span(std::max(left, std::chrono::seconds(0))));
  if (left >= kFortnight) return findings.Good("tls_certificate", value);
  findings.Warning("tls_certificate", value, "it ends within a fortnight, and nobody connects then",
                   "look at what renews it");
}

void JudgeCertificateRefused(long verified, const std::string& words, Findings& findings) {
  struct Meaning {
    long code;
    const char* reason;
    const char* way_out;
  };
  constexpr const char* kRenew = "renew it, and see that what serves it has taken the new one";
  constexpr const char* kChain =
      "put the certificates of its chain behind it in the file (fullchain.pem of certbot)";
  constexpr const char* kAuthority =
      "get one of an authority that phones know; one of your own: --ca-file";
  constexpr std::array kMeanings{
      Meaning{X509_V_ERR_CERT_HAS_EXPIRED, "it is over", kRenew},
      Meaning{X509_V_ERR_CERT_NOT_YET_VALID, "it is not valid yet: a clock is wrong",
              "see to the clock of this machine, or of who made it"},
      Meaning{X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
              "the chain does not lead to an authority that is known here", kChain},
      Meaning{X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, "its chain is not sent along", kChain},
      Meaning{X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, "it has signed itself", kAuthority},
      Meaning{X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, "its authority is not known here", kAuthority},
  };
  const auto* const found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                         [&](const Meaning& one) { return one.code == verified; });
  if (found != kMeanings.end()) {
    return findings.Wrong("tls_certificate", words, found->reason, found->way_out);
  }
  // libcurl compares names itself and sets no error code of OpenSSL.
  if (verified == X509_V_OK || verified == X509_V_ERR_UNSPECIFIED) {
    return findings.Wrong("tls_certificate", words,
                          "there is no handshake, or the certificate is for another name",
                          "get one that names the host of the origin, and see that the port "
                          "speaks TLS");
  }
  findings.Wrong("tls_certificate", words, X509_verify_cert_error_string(verified), kAuthority);
}

void JudgeClientAddress(std::string_view seen, std::string_view local_address, Findings& findings) {
  for (const auto& [forged, header] :
       {std::pair(kForgedForwardedFor, "X-Forwarded-For"), std::pair(kForgedRealIp, "X-Real-IP"),
        std::pair(kForgedForwarded, "Forwarded")}) {
    if (seen != forged) continue;
    findings.NotLookedAt("client_address", "what it sees was made up: client_address_forged");
    return findings.Wrong(
        "client_address_forged", fmt::format("{}: {}", header, forged),
        "the server believes the header as a client sends it, so limits by address stop nobody",
        "name in proxies.trusted proxies alone, in proxies.header the header that they write "
        "themselves; asked from a proxy's own machine it is always believed");
  }
  findings.Good("client_address_forged", "made-up addresses were not believed");
  const auto address = IpAddress::Parse(seen);
  if (!address) {
    return findings.NotLookedAt("client_address", "the bridge does not tell what it sees");
  }
  const std::string value(seen);
  if (seen == local_address) return findings.Good("client_address", value);
  const std::string own_text = local_address.empty() ? "unknown" : std::string(local_address);
  constexpr const char* kWayOut =
      "name the proxy in proxies.trusted, and in proxies.header the header that it writes";
  if (address->is_loopback()) {
    return findings.Wrong("client_address", value,
                          "it is the server's own machine, and no client's: all of them are one to "
                          "the limits by address, and none is limited",
                          kWayOut);
  }
  if (IsPrivate(*address)) {
    return findings.Warning(
        "client_address", value,
        fmt::format("a private address, and not this machine's ({}): a proxy's, "
                    "if there is no network of your own between",
                    own_text),
        kWayOut);
  }
  findings.Good("client_address", value);
}

void JudgeWalletNames(const std::vector<LookedUp>& names, Findings& findings) {
  std::vector<std::string> missing;
  std::vector<std::string> unanswered;
  for (const auto& [name, outcome] : names) {
    if (outcome == LookedUp::Status::kNone) missing.push_back(name);
    if (outcome == LookedUp::Status::kNoAnswer) unanswered.push_back(name);
  }
  if (names.size() == unanswered.size()) {
    return findings.NotLookedAt("wallets_dns", "no name server answers");
  }
  if (!missing.empty()) {
    return findings.Wrong("wallets_dns", fmt::format("{}", fmt::join(missing, ", ")),
                          "there is no such name: whoever chooses that wallet cannot connect, or "
                          "sees no picture",
                          "take a newer list of wallets (wallets-v2.json)");
  }
  if (!unanswered.empty()) {
    return findings.Warning("wallets_dns", fmt::format("{}", fmt::join(unanswered, ", ")),
                            "no name server has answered for it in time",
                            "try again; if it stays, take a newer list of wallets");
  }
  findings.Good("wallets_dns", fmt::format("{} names", names.size()));
}

namespace {

using std::chrono::microseconds;

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kGiB = 1024 * kMiB;

std::string Bytes(std::uint64_t bytes) {
  if (bytes >= 10 * kGiB) return fmt::format("{} GiB", bytes / kGiB);
  return fmt::format("{} MiB", bytes / kMiB);
}

double MillisecondsOf(microseconds time) { return static_cast<double>(time.count()) / 1000; }

}  // namespace

void JudgeClock(std::string_view code, std::string_view whose, std::chrono::seconds ahead,
                Findings& findings) {
  // `Date` has a resolution of 1 s, and the response takes time.
  constexpr std::chrono::seconds kSame{3};
  constexpr std::chrono::seconds kUsable{30};
  const auto off = ahead < std::chrono::seconds(0) ? -ahead : ahead;
  if (off <= kSame) {
    return findings.Good(code, fmt::format("the same as that of {}", whose));
  }
  const auto value = fmt::format("{} {} that of {}", command::Span(off),
                                 ahead.count() > 0 ? "behind" : "ahead of", whose);
  constexpr const char* kReason =
      "proofs and tokens are taken for a time alone, and certificates too: sign-in refuses people "
      "who are right";
  constexpr const char* kWayOut = "have a time server keep it: timedatectl set-ntp true";
  if (off <= kUsable) return findings.Warning(code, value, kReason, kWayOut);
  findings.Wrong(code, value, kReason, kWayOut);
}

void JudgeSynchronisation(bool is_kept, Findings& findings) {
  if (is_kept) return findings.Good("clock_synchronised", "by a time server");
  findings.Warning("clock_synchronised", "by nobody",
                   "a clock that nobody keeps is off by minutes within months",
                   "have a time server keep it: timedatectl set-ntp true");
}

void JudgeDiskSpace(std::uint64_t free_bytes, std::uint64_t all_bytes, const std::string& folder,
                    Findings& findings) {
  const auto value = fmt::format("{} of {} are free", Bytes(free_bytes), Bytes(all_bytes));
  const auto way_out =
      fmt::format("make room on the disk of {}, or name another folder in store.data", folder);
  constexpr const char* kReason = "messages are refused with 503 when nothing is left";
  if (free_bytes < 64 * kMiB) return findings.Wrong("disk_space", value, kReason, way_out);
  if (free_bytes < kGiB && free_bytes < all_bytes / 10) {
    return findings.Warning("disk_space", value, kReason, way_out);
  }
  findings.Good("disk_space", value);
}

void JudgeFsync(std::vector<microseconds> times, Findings& findings) {
  if (times.empty()) return findings.NotLookedAt("disk_fsync", "nothing could be measured");
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(
        std::floor(share * static_cast<double>(times.size() - 1)))];
  };
  const auto value = fmt::format("p50 {:.2f} ms, p99 {:.2f} ms, of {} commits",
                                 MillisecondsOf(at(0.5)), MillisecondsOf(at(0.99)), times.size());
  constexpr const char* kReason = "each message waits for its commit";
  constexpr const char* kWayOut =
      "a disk of its own, or store.fsync and what it can lose (docs/configuration.md)";
  if (at(0.5) >= std::chrono::milliseconds(100)) {
    return findings.Wrong("disk_fsync", value, kReason, kWayOut);
  }
  if (at(0.99) >= std::chrono::milliseconds(100)) {
    return findings.Warning("disk_fsync", value, kReason, kWayOut);
  }
  findings.Good("disk_fsync", value);
}

void JudgeMemory(std::uint64_t bounds, std::uint64_t memory, Findings& findings) {
  const auto value = fmt::format("bounds of {}, memory of {}", Bytes(bounds), Bytes(memory));
  if (bounds <= memory) return findings.Good("memory", value);
  findings.Warning("memory", value,
                   "clients can make the server hold more than there is, and the kernel ends it",
                   "lower what was set of server.max_connections, bridge.total_bytes and "
                   "bridge.stream_bytes, or give it more (docs/configuration.md adds it up)");
}

void JudgeOpenFiles(std::uint64_t limit, std::uint64_t connections, std::string_view whose,
                    Findings& findings) {
  constexpr std::uint64_t kOthers = 128;  // the same reserve as in base/descriptor.cpp
  const auto value = fmt::format("{} of {}, for {} connections", limit, whose, connections);
  if (limit >= connections + kOthers) return findings.Good("open_files", value);
  findings.Wrong("open_files", value,
                 "connections are closed at the door when they run out, long before "
                 "server.max_connections",
                 "LimitNOFILE in the unit, ulimit -Hn in a shell, or a lower "
                 "server.max_connections (docs/deployment.md)");
}

}  // namespace prichal::app::doctor
