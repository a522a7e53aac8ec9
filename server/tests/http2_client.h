#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "http2/fixture_client.h"
#include "tls_client.h"

namespace prichal::testing {

/// For tests: an HTTP/2 client over TLS on its own socket (nghttp2 and OpenSSL). All waits have a
/// timeout.
class Http2Client {
 public:
  using Answer = http2::FixtureClient::Answer;
  using Fields = http2::FixtureClient::Fields;

  explicit Http2Client(const std::string& address,
                       const http2::FixtureClient::Options& options = {});

  [[nodiscard]] bool connected() const { return tls_.connected() && tls_.protocol() == "h2"; }
  /// The client's frames, for sending requests and control frames. Output is sent by the next call
  /// below.
  [[nodiscard]] http2::FixtureClient& frames() { return frames_; }
  /// Sends raw bytes, bypassing nghttp2.
  void SendRaw(std::string_view bytes);

  /// Exchanges bytes until `enough` returns true. Returns false on timeout or if the connection
  /// ends first.
  bool Until(const std::function<bool()>& enough);
  /// Waits for a complete response.
  const Answer& Read(std::int32_t stream);
  /// Waits for the server to close the connection. Returns false on timeout.
  [[nodiscard]] bool AtEnd();

 private:
  void Flush();

  TlsClient tls_;
  http2::FixtureClient frames_;
};

}  // namespace prichal::testing
