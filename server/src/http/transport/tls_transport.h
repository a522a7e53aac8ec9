#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/counter.h"
#include "http/tls/server_context.h"
#include "http/transport/transport.h"

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

/// TLS, on the server's side, over another transport. Between calls it keeps nothing of what comes
/// and goes but a record that is not whole, or that has not gone whole: thousands wait idle.
class TlsTransport final : public Transport {
 public:
  /// `counters` must outlive it.
  TlsTransport(std::unique_ptr<Transport> below, std::shared_ptr<const tls::ServerContext> context,
               TlsCounters& counters);
  TlsTransport(const TlsTransport&) = delete;
  TlsTransport& operator=(const TlsTransport&) = delete;
  /// Tells the peer that nothing was cut off, where it can be told.
  ~TlsTransport() override;

  [[nodiscard]] bool has_opening() const override { return true; }
  /// The handshake. A client that speaks HTTP without TLS is answered in plain: kRefused.
  [[nodiscard]] Opening Open() override;
  [[nodiscard]] bool chose_http2() const override;
  /// After kRefused: what comes in plain.
  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override;
  [[nodiscard]] std::ptrdiff_t Send(std::span<const std::string_view> parts) override;
  [[nodiscard]] std::size_t record_bytes() const override { return kRecordBytes; }
  void AwaitReadable() override;
  void ReadAgain() override { below_->ReadAgain(); }
  void AwaitWritable() override { below_->AwaitWritable(); }
  void EndSending() override;
  void FailWithoutAcknowledgement(Millis after) override {
    below_->FailWithoutAcknowledgement(after);
  }

 private:
  /// What one record may hold (RFC 8446 section 5.1).
  static constexpr std::size_t kRecordBytes = 16 * 1024;

  class Wire;

  enum class State : std::uint8_t {
    kOpening,
    kOpen,
    kPlain,  ///< the peer knows no TLS
    kOver,   ///< nothing may be sent any more
  };

  [[nodiscard]] Opening Opened();
  [[nodiscard]] Opening NotOpened();
  void RefusePlain();
  /// Nothing more comes (RFC 8446 section 6.1).
  void CloseNotify();

  const std::unique_ptr<Transport> below_;
  const std::shared_ptr<const tls::ServerContext> context_;
  tls::SessionHandle session_;
  TlsCounters& counters_;
  State state_ = State::kOpening;
  bool nothing_more_ : 1 = false;  ///< has come, for now: a system call would only say so
  bool peer_ended_ : 1 = false;
  bool more_ : 1 = false;  ///< decrypted bytes wait to be received
};

}  // namespace prichal::net
