#pragma once

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prichal::http::h2 {

/// For tests: an HTTP/2 client (nghttp2) without a socket. The test passes the bytes: TakeOutput()
/// to the server, and the server's bytes to Receive().
class FixtureClient {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;
  /// A response. Informational responses (such as 103) with their fields are in `informed`.
  struct Answer {
    int status = 0;
    Fields fields;
    std::vector<std::pair<int, Fields>> informed;
    std::string body;
    bool over = false;        ///< ended or reset
    std::uint32_t error = 0;  ///< error code of the reset
    [[nodiscard]] std::string Field(std::string_view name) const;
  };
  /// Flow control and compression settings of the client.
  struct Options {
    /// Initial window of each stream in bytes; -1 for the protocol's default.
    std::int32_t window = -1;
    bool grants_window = true;  ///< consumed bytes are returned to the window automatically
    std::uint32_t table_size = 4096;
  };

  FixtureClient() : FixtureClient(Options{}) {}
  explicit FixtureClient(const Options& options);
  FixtureClient(const FixtureClient&) = delete;
  FixtureClient& operator=(const FixtureClient&) = delete;
  ~FixtureClient() = default;

  /// Sends a request and returns its stream ID. `more`: additional fields.
  std::int32_t Get(const std::string& path, const Fields& more = {});
  std::int32_t Post(const std::string& path, std::string body, const Fields& more = {});
  std::int32_t SendRequestWithBody(const Fields& fields, std::string body);
  /// Sends exactly these fields. If `open`, does not end the stream.
  std::int32_t SendRequest(const Fields& fields, bool open = false);
  void Reset(std::int32_t stream, std::uint32_t error = NGHTTP2_CANCEL);
  /// Increases the flow-control windows of the stream and of the connection.
  void GrantWindow(std::int32_t stream, std::int32_t bytes);
  void Ping();

  /// Returns the bytes to send since the last call.
  std::string TakeOutput();
  /// Processes bytes from the server. Returns false if nghttp2 rejects them.
  bool Receive(std::string_view bytes);

  [[nodiscard]] const Answer& answer(std::int32_t stream) { return answers_[stream]; }
  /// Error code of the server's GOAWAY. -1 if none was received.
  [[nodiscard]] int goaway() const { return goaway_; }
  [[nodiscard]] std::int32_t last_stream() const { return last_stream_; }
  [[nodiscard]] std::uint32_t setting(nghttp2_settings_id id) const {
    return nghttp2_session_get_remote_settings(session_.get(), id);
  }
  [[nodiscard]] int pongs() const { return pongs_; }

 private:
  struct Deleter {
    void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
  };
  struct Callbacks;

  std::unique_ptr<nghttp2_session, Deleter> session_;
  std::map<std::int32_t, Answer> answers_;
  /// Body and number of bytes sent.
  std::map<std::int32_t, std::pair<std::string, std::size_t>> bodies_;
  std::map<std::int32_t, Fields> coming_;
  int goaway_ = -1;
  std::int32_t last_stream_ = -1;
  int pongs_ = 0;
};

/// Client connection preface (RFC 9113 section 3.4) with empty SETTINGS.
[[nodiscard]] std::string Preface();
/// Makes one frame with any content (RFC 9113 section 4.1).
[[nodiscard]] std::string Frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream,
                                std::string_view payload);
/// Encodes a 32-bit big-endian number.
[[nodiscard]] std::string Number32(std::uint32_t number);
/// Encodes a field block without compression (RFC 7541 section 6.2.2).
[[nodiscard]] std::string PlainFields(const FixtureClient::Fields& fields);
/// The fields of a GET of this path.
[[nodiscard]] FixtureClient::Fields GetFields(const std::string& path);

}  // namespace prichal::http::h2
