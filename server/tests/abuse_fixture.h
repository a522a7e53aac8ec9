#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <string>
#include <thread>

#include "bridge_fixture.h"

namespace prichal::app {

inline const std::string kOrigin = "Origin: https://dapp.example\r\n";

inline http::TrustedProxies TrustingLoopback() {
  return *http::TrustedProxies::Parse({"127.0.0.1"}, http::ForwardedHeader::kXForwardedFor);
}

/// Returns the header line that a trusted proxy adds for a client at this address.
inline std::string For(const std::string& client) { return "X-Forwarded-For: " + client + "\r\n"; }

/// A bridge under attack, on real sockets: it must continue to serve others, and the attack must be
/// limited as configured.
class AbuseTest : public BridgeTest {
 protected:
  /// Waits until the loops have finished their current work, including its output.
  void EndTurns() {
    for (int twice = 0; twice < 2; ++twice) {
      for (std::size_t i = 0; i < server().loop_count(); ++i) {
        std::promise<void> ran;
        server().loop(i).PostAlways([&ran] { ran.set_value(); });
        ran.get_future().wait();
      }
    }
  }

  [[nodiscard]] std::string PostFrom(const std::string& headers) const {
    return Ask(PostRequest(Id(1), Id(2), "x", "0", headers));
  }

  /// Expects that other clients are served as usual.
  void ExpectServing() const {
    RawClient stream = Listen(Id(7000));
    SkipToLive(stream);
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(7001), Id(7000), "still here"))), 200);
    EXPECT_NE(stream.ReadUntil("\n\n\r\n").find("still here"), std::string::npos);
  }
};

}  // namespace prichal::app
