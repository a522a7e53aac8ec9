// Decisions of `prichal doctor` about values that the other files have read. No network, files or
// clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ops/doctor/finding.h"
#include "outbound/probe.h"

namespace prichal::ops {

/// Checks that Telegram's web clients may show the page in a frame: X-Frame-Options (RFC 7034) and
/// frame-ancestors (CSP 3, section 6.4.2).
void JudgeFraming(const outbound::Response& page, Findings& findings);

/// Returns the headers that a response has twice although only one is allowed.
[[nodiscard]] std::vector<std::string> DoubledHeaders(const outbound::Response& answer);

/// Checks that a page of another site may read the response.
void JudgeCors(std::string_view code, const outbound::Response& answer, Findings& findings);

/// Checks the time until a certificate expires.
void JudgeCertificateEnd(std::string_view name, std::chrono::seconds left, Findings& findings);
/// Reports a certificate that is not trusted. `verified` is X509_V_…, or 0 if only the name is
/// wrong.
void JudgeCertificateRefused(long verified, const std::string& words, Findings& findings);

/// Compares the address of this client as the server sees it (`seen`) with the local one.
void JudgeClientAddress(std::string_view seen, std::string_view local_address, Findings& findings);
/// Forged client addresses in requests to the bridge, by header (addresses for documentation, RFC
/// 5737).
inline constexpr std::string_view kForgedForwardedFor = "192.0.2.77";
inline constexpr std::string_view kForgedRealIp = "198.51.100.77";
inline constexpr std::string_view kForgedForwarded = "203.0.113.77";

/// Result of a DNS lookup.
struct LookedUp {
  enum class Status { kFound, kNone, kNoAnswer };
  std::string name;
  Status outcome = Status::kNoAnswer;
  std::vector<std::string> addresses = {};  ///< as text, without duplicates
};
/// Checks that the hosts of the wallets resolve.
void JudgeWalletNames(const std::vector<LookedUp>& names, Findings& findings);

/// Checks a clock. `ahead` is how far it is ahead of this machine's; `whose` names it.
void JudgeClock(std::string_view code, std::string_view whose, std::chrono::seconds ahead,
                Findings& findings);
/// Checks whether a time server keeps the kernel's clock, as adjtimex(2) says.
void JudgeSynchronisation(bool is_kept, Findings& findings);

/// Checks the free space of the data folder, in bytes.
void JudgeDiskSpace(std::uint64_t free_bytes, std::uint64_t all_bytes, const std::string& folder,
                    Findings& findings);
/// Checks the times of commits of one page.
void JudgeFsync(std::vector<std::chrono::microseconds> times, Findings& findings);
/// Compares the memory that clients can make the server take with that of the machine, in bytes.
void JudgeMemory(std::uint64_t bounds, std::uint64_t memory, Findings& findings);
/// Checks the limit of open files against the number of connections. `whose` names the process.
void JudgeOpenFiles(std::uint64_t limit, std::uint64_t connections, std::string_view whose,
                    Findings& findings);

}  // namespace prichal::ops
