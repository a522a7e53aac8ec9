#pragma once

#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prichal::http2 {

/// For tests: nghttp2's client, without a socket. What it has to say is taken from it, what the
/// server says is given to it.
class FixtureClient {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;
  /// Informal ones, such as 103, with what they say, stand in `informed`.
  struct Answer {
    int status = 0;
    Fields fields;
    std::vector<std::pair<int, Fields>> informed;
    std::string body;
    bool over = false;        ///< its end has come, or a reset
    std::uint32_t error = 0;  ///< of the reset
    [[nodiscard]] std::string Field(std::string_view name) const;
  };
  struct Options {
    std::int32_t window = -1;   ///< of each stream; -1: HTTP/2's own
    bool grants_window = true;  ///< what has come may come again
    std::uint32_t table_size = 4096;
  };

  FixtureClient() : FixtureClient(Options{}) {}
  explicit FixtureClient(const Options& options);
  FixtureClient(const FixtureClient&) = delete;
  FixtureClient& operator=(const FixtureClient&) = delete;
  ~FixtureClient() = default;

  /// A request to `path`; the number of its stream. `more`: fields.
  std::int32_t Get(const std::string& path, const Fields& more = {});
  std::int32_t Post(const std::string& path, std::string body, const Fields& more = {});
  std::int32_t AskWith(const Fields& fields, std::string body);
  /// As given; its end is held back where `open`.
  std::int32_t Ask(const Fields& fields, bool open = false);
  void Reset(std::int32_t stream, std::uint32_t error = NGHTTP2_CANCEL);
  /// More room for what the server sends: of the stream, and of the connection.
  void GrantWindow(std::int32_t stream, std::int32_t bytes);
  void Ping();

  /// What it has to say since the last call.
  std::string TakeOutput();
  /// False: it is no HTTP/2, as nghttp2 has it.
  bool Give(std::string_view bytes);

  [[nodiscard]] const Answer& answer(std::int32_t stream) { return answers_[stream]; }
  /// The error of the server's GOAWAY; -1: none has come.
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
  std::map<std::int32_t, std::pair<std::string, std::size_t>> bodies_;  ///< and how much has gone
  std::map<std::int32_t, Fields> coming_;
  int goaway_ = -1;
  std::int32_t last_stream_ = -1;
  int pongs_ = 0;
};

/// What every client says first (RFC 9113 section 3.4), with empty settings.
[[nodiscard]] std::string Preface();
/// One frame, whatever it says (RFC 9113 section 4.1).
[[nodiscard]] std::string Frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream,
                                std::string_view payload);
/// A number of a frame's payload, most significant byte first.
[[nodiscard]] std::string Number32(std::uint32_t number);
/// A block of fields without compression (RFC 7541 section 6.2.2).
[[nodiscard]] std::string PlainFields(const FixtureClient::Fields& fields);
/// The fields of a GET of this path.
[[nodiscard]] FixtureClient::Fields GetFields(const std::string& path);

}  // namespace prichal::http2
