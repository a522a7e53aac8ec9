#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/doctor/finding.h"
#include "probe/client.h"

namespace prichal::app::doctor {

// What is made of what was seen: no network, no files, no clock.

/// Whether Telegram's clients on the web may show the page in a frame: X-Frame-Options (RFC 7034)
/// and frame-ancestors (CSP 3, section 6.4.2).
void JudgeFraming(const probe::Answer& page, Findings& findings);

/// Headers that come twice where one may. `what`: whose answer.
[[nodiscard]] std::vector<std::string> DoubledHeaders(const probe::Answer& answer);

/// Whether a page of another site may read an answer.
void JudgeCors(std::string_view code, const probe::Answer& answer, Findings& findings);

/// The end of a certificate, seconds from now.
void JudgeCertificateEnd(std::string_view name, std::chrono::seconds left, Findings& findings);
/// A certificate that is not believed. `verified`: X509_V_…, 0 where only the name is wrong.
void JudgeCertificateRefused(long verified, const std::string& words, Findings& findings);

/// `seen`: the address of this client as the server has it; `own`: as this machine has it.
void JudgeClientAddress(std::string_view seen, std::string_view own, Findings& findings);
/// What the requests to the bridge claim of themselves, by header: addresses of nobody (RFC 5737).
inline constexpr std::string_view kForgedForwardedFor = "192.0.2.77";
inline constexpr std::string_view kForgedRealIp = "198.51.100.77";
inline constexpr std::string_view kForgedForwarded = "203.0.113.77";

/// A name that was looked up.
struct LookedUp {
  enum class Outcome { kFound, kNone, kNoAnswer };
  std::string name;
  Outcome outcome = Outcome::kNoAnswer;
};
void JudgeWalletNames(const std::vector<LookedUp>& names, Findings& findings);

/// `ahead`: how far the other clock is ahead of this one. `whose`: in words.
void JudgeClock(std::string_view code, std::string_view whose, std::chrono::seconds ahead,
                Findings& findings);
/// `state`: of adjtimex(2).
void JudgeSynchronisation(bool is_kept, Findings& findings);

void JudgeDiskSpace(std::uint64_t free_bytes, std::uint64_t all_bytes, const std::string& folder,
                    Findings& findings);
/// Times that commits of one page took.
void JudgeFsync(std::vector<std::chrono::microseconds> times, Findings& findings);
void JudgeMemory(std::uint64_t bounds, std::uint64_t memory, Findings& findings);
/// `limit`: of open files; `whose`: in words.
void JudgeOpenFiles(std::uint64_t limit, std::uint64_t connections, std::string_view whose,
                    Findings& findings);

}  // namespace prichal::app::doctor
