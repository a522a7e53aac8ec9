#pragma once

#include <cstdint>

#include "net/connection.h"

namespace prichal::net {

/// A connection whose transport has words of its own to say first, such as the handshake of TLS.
/// When they are said, a connection of the protocol that they have agreed on takes its place.
class OpeningConnection final : public Connection {
 public:
  using Connection::Connection;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override {}
  void Drain() override;
  /// Who has not even finished the handshake is owed nothing yet.
  [[nodiscard]] bool idle() const override { return phase_ == Phase::kOpening; }

 private:
  enum class Phase : std::uint8_t { kOpening, kLingering, kOver };

  void OnExpired() override;
  void Open();
  void Close() override;

  Phase phase_ = Phase::kOpening;
};

}  // namespace prichal::net
