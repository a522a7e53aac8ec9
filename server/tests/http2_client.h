#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "http2/fixture_client.h"
#include "tls_client.h"

namespace prichal::testing {

/// A client of HTTP/2 over TLS, on a socket of its own: nghttp2's and OpenSSL's. What it waits for
/// has a deadline.
class Http2Client {
 public:
  using Answer = http2::FixtureClient::Answer;
  using Fields = http2::FixtureClient::Fields;

  explicit Http2Client(const std::string& address,
                       const http2::FixtureClient::Options& options = {});

  [[nodiscard]] bool connected() const { return tls_.connected() && tls_.protocol() == "h2"; }
  /// For requests and what is said beside them; what they say goes with the next call below.
  [[nodiscard]] http2::FixtureClient& frames() { return frames_; }
  /// The bytes of no client's making.
  void SendRaw(std::string_view bytes);

  /// Talks until this is true. False: the deadline or the connection's end came first.
  bool Until(const std::function<bool()>& enough);
  /// One answer, whole.
  const Answer& Read(std::int32_t stream);
  /// The server has ended the connection; waits for it.
  [[nodiscard]] bool AtEnd();

 private:
  void Flush();

  TlsClient tls_;
  http2::FixtureClient frames_;
};

}  // namespace prichal::testing
