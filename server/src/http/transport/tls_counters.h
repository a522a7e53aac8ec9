#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/counter.h"

namespace prichal::net {

/// Why a handshake came to nothing.
enum class TlsFailure : std::uint8_t {
  kDeadline,         ///< it took too long
  kPlainHttp,        ///< the client speaks HTTP without TLS
  kNothingInCommon,  ///< no version, cipher, group or protocol that both know
  kRefused,          ///< the client says so, as those do that do not believe the certificate
  kGone,             ///< the client went
  kMalformed,        ///< what came is no TLS, or breaks its rules
};
inline constexpr std::array<std::string_view, 6> kTlsFailureNames = {
    "deadline", "plain_http", "nothing_in_common", "refused", "gone", "malformed"};

/// How a handshake was done.
enum class TlsHandshake : std::uint8_t { kTls12, kTls12Resumed, kTls13, kTls13Resumed };
struct TlsHandshakeName {
  std::string_view version;
  std::string_view resumed;
};
inline constexpr std::array<TlsHandshakeName, 4> kTlsHandshakeNames = {
    {{"1.2", "no"}, {"1.2", "yes"}, {"1.3", "no"}, {"1.3", "yes"}}};

/// What one loop counts of TLS; as LoopCounters.
struct TlsCounters {
  std::array<Counter, kTlsHandshakeNames.size()> tls_handshakes;        ///< by TlsHandshake
  std::array<Counter, kTlsFailureNames.size()> tls_handshake_failures;  ///< by TlsFailure

  void Count(TlsHandshake done) { tls_handshakes.at(static_cast<std::size_t>(done)).Add(); }
  void Count(TlsFailure why) { tls_handshake_failures.at(static_cast<std::size_t>(why)).Add(); }
};

}  // namespace prichal::net
