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

/// The header line of a request that a trusted proxy hands on for a client at this address.
inline std::string For(const std::string& client) { return "X-Forwarded-For: " + client + "\r\n"; }

/// A bridge under abuse, on real sockets: it goes on serving others, and what an attack can take is
/// what the configuration says.
class AbuseTest : public BridgeTest {
 protected:
  /// What the loops are at now is over when this returns, and what they had to say is written.
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

  /// Others are served as ever.
  void ExpectServing() const {
    RawClient stream = Listen(Id(7000));
    SkipToLive(stream);
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(7001), Id(7000), "still here"))), 200);
    EXPECT_NE(stream.ReadUntil("\n\n\r\n").find("still here"), std::string::npos);
  }
};

}  // namespace prichal::app
