#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::testing {

/// A socket and nothing more: tests of the wire send and compare bytes, not what a client library
/// makes of them. A read that waits in vain for WaitTimeout() fails the test.
class RawClient {
 public:
  /// `address`: "127.0.0.1:43127", "[::1]:43127" or "unix:/a/path", as Server::Listen() gives it.
  /// `receive_buffer`: bytes, 0 for the system's default; small ones make a slow reader.
  explicit RawClient(const std::string& address, int receive_buffer = 0);
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  RawClient& operator=(RawClient&&) = delete;
  ~RawClient();

  [[nodiscard]] bool connected() const { return connected_; }
  void Send(std::string_view bytes) const;
  /// No more will be sent.
  void CloseSending() const;
  /// Ends at once, with a reset instead of a farewell.
  void Reset();

  /// Up to and with `end`; what came in all when the end of the connection came first.
  std::string ReadUntil(std::string_view end);
  /// Exactly `count` bytes, or fewer if there are no more.
  std::string ReadBytes(std::size_t count);
  /// Everything until the peer closes.
  std::string ReadAll();
  /// True when the peer has closed and nothing is left to read; waits for it.
  [[nodiscard]] bool AtEnd();

  /// One response with its body as Content-Length tells it.
  std::string ReadResponse();
  /// Sends a request and reads its one response.
  std::string Ask(std::string_view request);

 private:
  /// False at the end.
  bool Fill();

  int fd_ = -1;
  bool connected_ = false;
  bool ended_ = false;
  std::string buffer_;
};

/// The part of a response after its head.
[[nodiscard]] std::string BodyOf(const std::string& response);
/// The value of a header line, by its exact name; nothing when it is absent.
[[nodiscard]] std::optional<std::string> HeaderOf(const std::string& response,
                                                  std::string_view name);
/// The number in the status line; 0 for text that is no response.
[[nodiscard]] int StatusOf(const std::string& response);
/// The chunks of a body taken off, up to the last chunk or the end of the text.
[[nodiscard]] std::string Unchunk(std::string_view body);

}  // namespace prichal::testing
