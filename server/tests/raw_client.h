#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace prichal::testing {

/// For tests: a plain socket client. Tests compare exact bytes, which a client library would hide.
/// A read that times out after WaitTimeout() fails the test.
class RawClient {
 public:
  /// `address`: "127.0.0.1:43127", "[::1]:43127" or "unix:/a/path", as returned by
  /// Server::Listen(). `receive_buffer`: size in bytes, 0 for the system's default; a small one
  /// makes a slow reader.
  explicit RawClient(const std::string& address, int receive_buffer = 0);
  RawClient(RawClient&& other) noexcept;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  RawClient& operator=(RawClient&&) = delete;
  ~RawClient();

  [[nodiscard]] bool connected() const { return connected_; }
  void Send(std::string_view bytes) const;
  /// Shuts down the sending side.
  void CloseSending() const;
  /// Closes the connection with a reset.
  void Reset();

  /// Reads up to and including `end`, or everything if the connection ends first.
  std::string ReadUntil(std::string_view end);
  /// Reads `count` bytes, or fewer if the connection ends first.
  std::string ReadBytes(std::size_t count);
  /// Reads everything until the peer closes.
  std::string ReadAll();
  /// Waits for the peer to close. Returns true if no unread bytes are left.
  [[nodiscard]] bool AtEnd();

  /// Reads one response with Content-Length.
  std::string ReadResponse();
  /// Sends a request and reads its response.
  std::string Ask(std::string_view request);

 private:
  /// Reads more bytes. Returns false at the end of the connection.
  bool Fill();

  int fd_ = -1;
  bool connected_ = false;
  bool ended_ = false;
  std::string buffer_;
};

/// Returns the body of a response.
[[nodiscard]] std::string BodyOf(const std::string& response);
/// Returns the value of a header line by its exact name. Empty if absent.
[[nodiscard]] std::optional<std::string> HeaderOf(const std::string& response,
                                                  std::string_view name);
/// Returns the status code. 0 if the text is not a response.
[[nodiscard]] int StatusOf(const std::string& response);
/// Decodes a chunked body, up to the last chunk or the end of the text.
[[nodiscard]] std::string Unchunk(std::string_view body);

}  // namespace prichal::testing
