#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/counter.h"
#include "http/tls/server_context.h"
#include "http/transport/transport.h"

namespace prichal::http {

/// Reasons for a failed handshake.
enum class TlsFailure : std::uint8_t {
  kDeadline,         ///< the handshake deadline has passed
  kPlainHttp,        ///< the client sent HTTP without TLS
  kNothingInCommon,  ///< no common version, cipher, group or protocol
  kRefused,          ///< the client sent an alert, for example because it rejects the certificate
  kGone,             ///< the client closed the connection
  kMalformed,        ///< the bytes are not TLS or violate the protocol
};
inline constexpr std::array<std::string_view, 6> kTlsFailureNames = {
    "deadline", "plain_http", "nothing_in_common", "refused", "gone", "malformed"};

/// Version of a completed handshake, and whether it resumed a session.
enum class TlsHandshake : std::uint8_t { kTls12, kTls12Resumed, kTls13, kTls13Resumed };
/// Label values of a TlsHandshake in metrics.
struct TlsHandshakeName {
  std::string_view version;
  std::string_view resumed;
};
inline constexpr std::array<TlsHandshakeName, 4> kTlsHandshakeNames = {
    {{"1.2", "no"}, {"1.2", "yes"}, {"1.3", "no"}, {"1.3", "yes"}}};

/// TLS counters of one loop (`Number` is Counter), or a snapshot of them; see Counters.
template <typename Number>
struct TlsNumbers {
  std::array<Number, kTlsHandshakeNames.size()> tls_handshakes{};        ///< by TlsHandshake
  std::array<Number, kTlsFailureNames.size()> tls_handshake_failures{};  ///< by TlsFailure

  void Count(TlsHandshake done) { tls_handshakes.at(static_cast<std::size_t>(done)).Add(); }
  void Count(TlsFailure why) { tls_handshake_failures.at(static_cast<std::size_t>(why)).Add(); }
};
using TlsCounters = TlsNumbers<Counter>;

/// Server side of TLS over another transport. Between calls it buffers only partial records,
/// because thousands of connections are idle.
class TlsTransport final : public Transport {
 public:
  /// `counters` must outlive it.
  TlsTransport(std::unique_ptr<Transport> below, std::shared_ptr<const tls::ServerContext> context,
               TlsCounters& counters);
  TlsTransport(const TlsTransport&) = delete;
  TlsTransport& operator=(const TlsTransport&) = delete;
  /// Sends close_notify if possible.
  ~TlsTransport() override;

  [[nodiscard]] bool has_opening() const override { return true; }
  /// Continues the handshake. A client that sends HTTP without TLS gets a plain response: kRefused.
  [[nodiscard]] Opening Open() override;
  [[nodiscard]] bool chose_http2() const override;
  /// After kRefused: receives plain bytes.
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
  /// Maximum size of a record's content (RFC 8446 section 5.1).
  static constexpr std::size_t kRecordBytes = 16 * 1024;

  class Wire;

  enum class State : std::uint8_t {
    kOpening,
    kOpen,
    kPlain,  ///< the peer sends no TLS
    kOver,   ///< sending is no longer possible
  };

  [[nodiscard]] Opening Opened();
  [[nodiscard]] Opening NotOpened();
  void RefusePlain();
  /// Sends close_notify (RFC 8446 section 6.1).
  void CloseNotify();

  const std::unique_ptr<Transport> below_;
  const std::shared_ptr<const tls::ServerContext> context_;
  tls::SessionHandle session_;
  TlsCounters& counters_;
  State state_ = State::kOpening;
  bool nothing_more_ : 1 = false;  ///< the last read found no bytes; skip the next system call
  bool peer_ended_ : 1 = false;
  bool more_ : 1 = false;  ///< decrypted bytes are pending
};

}  // namespace prichal::http
