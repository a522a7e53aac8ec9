#include "http/h2/tests/fixture_client.h"

#include <algorithm>

namespace prichal::http::h2 {
namespace {

std::string Text(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

std::vector<nghttp2_nv> Values(const FixtureClient::Fields& fields) {
  std::vector<nghttp2_nv> values;
  for (const auto& [name, value] : fields) {
    values.push_back({.name = reinterpret_cast<std::uint8_t*>(const_cast<char*>(name.data())),
                      .value = reinterpret_cast<std::uint8_t*>(const_cast<char*>(value.data())),
                      .namelen = name.size(),
                      .valuelen = value.size(),
                      .flags = NGHTTP2_NV_FLAG_NONE});
  }
  return values;
}

}  // namespace

std::string FixtureClient::Answer::Field(std::string_view name) const {
  for (const auto& [given, value] : fields) {
    if (given == name) return value;
  }
  return {};
}

struct FixtureClient::Callbacks {
  static FixtureClient& Of(void* user) { return *static_cast<FixtureClient*>(user); }

  static int OnHeader(nghttp2_session* /*raw*/, const nghttp2_frame* frame,
                      const std::uint8_t* name, std::size_t name_size, const std::uint8_t* value,
                      std::size_t value_size, std::uint8_t /*flags*/, void* user) {
    Of(user).coming_[frame->hd.stream_id].emplace_back(Text(name, name_size),
                                                       Text(value, value_size));
    return 0;
  }
  static int OnFrame(nghttp2_session* /*raw*/, const nghttp2_frame* frame, void* user) {
    FixtureClient& client = Of(user);
    const std::int32_t stream = frame->hd.stream_id;
    switch (frame->hd.type) {
      case NGHTTP2_HEADERS: {
        Fields fields = std::exchange(client.coming_[stream], {});
        const int status = fields.empty() ? 0 : std::stoi(fields.front().second);
        Answer& answer = client.answers_[stream];
        if (status < 200) {
          answer.informed.emplace_back(status, std::move(fields));
        } else {
          answer.status = status;
          answer.fields = std::move(fields);
        }
        break;
      }
      case NGHTTP2_GOAWAY:
        client.goaway_ = static_cast<int>(frame->goaway.error_code);
        client.last_stream_ = frame->goaway.last_stream_id;
        break;
      case NGHTTP2_PING:
        if ((frame->hd.flags & NGHTTP2_FLAG_ACK) != 0) ++client.pongs_;
        break;
      default:
        break;
    }
    if (frame->hd.type <= NGHTTP2_HEADERS && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
      client.answers_[stream].over = true;
    }
    return 0;
  }
  static int OnData(nghttp2_session* /*raw*/, std::uint8_t /*flags*/, std::int32_t stream,
                    const std::uint8_t* bytes, std::size_t size, void* user) {
    Of(user).answers_[stream].body.append(Text(bytes, size));
    return 0;
  }
  static int OnClose(nghttp2_session* /*raw*/, std::int32_t stream, std::uint32_t error,
                     void* user) {
    Answer& answer = Of(user).answers_[stream];
    answer.over = true;
    answer.error = error;
    return 0;
  }
  static ssize_t ReadBody(nghttp2_session* /*raw*/, std::int32_t stream, std::uint8_t* into,
                          std::size_t size, std::uint32_t* flags, nghttp2_data_source* source,
                          void* user) {
    if (source->fd == 1) return NGHTTP2_ERR_DEFERRED;
    auto& [body, gone] = Of(user).bodies_[stream];
    const std::size_t count = std::min(size, body.size() - gone);
    std::copy_n(body.data() + gone, count, into);
    gone += count;
    if (gone == body.size()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(count);
  }
};

FixtureClient::FixtureClient(const Options& options) {
  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, Callbacks::OnHeader);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Callbacks::OnFrame);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Callbacks::OnData);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Callbacks::OnClose);
  nghttp2_option* option = nullptr;
  nghttp2_option_new(&option);
  nghttp2_option_set_no_auto_window_update(option, options.grants_window ? 0 : 1);
  // Disabled, because the tests send malformed requests on purpose.
  nghttp2_option_set_no_http_messaging(option, 1);
  nghttp2_session* raw = nullptr;
  nghttp2_session_client_new2(&raw, callbacks, this, option);
  nghttp2_option_del(option);
  nghttp2_session_callbacks_del(callbacks);
  session_.reset(raw);
  std::vector<nghttp2_settings_entry> settings{
      {.settings_id = NGHTTP2_SETTINGS_ENABLE_PUSH, .value = 0},
      {.settings_id = NGHTTP2_SETTINGS_HEADER_TABLE_SIZE, .value = options.table_size}};
  if (options.window >= 0) {
    settings.push_back({.settings_id = NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE,
                        .value = static_cast<std::uint32_t>(options.window)});
  }
  nghttp2_submit_settings(raw, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
}

std::int32_t FixtureClient::Get(const std::string& path, const Fields& more) {
  Fields fields = GetFields(path);
  fields.insert(fields.end(), more.begin(), more.end());
  return SendRequest(fields);
}

std::int32_t FixtureClient::Post(const std::string& path, std::string body, const Fields& more) {
  Fields fields = GetFields(path);
  fields.front().second = "POST";
  fields.insert(fields.end(), more.begin(), more.end());
  return SendRequestWithBody(fields, std::move(body));
}

std::int32_t FixtureClient::SendRequestWithBody(const Fields& fields, std::string body) {
  const std::vector<nghttp2_nv> values = Values(fields);
  const nghttp2_data_provider provider{.source = {.fd = 0}, .read_callback = Callbacks::ReadBody};
  const std::int32_t stream = nghttp2_submit_request(session_.get(), nullptr, values.data(),
                                                     values.size(), &provider, nullptr);
  bodies_[stream] = {std::move(body), 0};
  return stream;
}

std::int32_t FixtureClient::SendRequest(const Fields& fields, bool open) {
  const std::vector<nghttp2_nv> values = Values(fields);
  const nghttp2_data_provider provider{.source = {.fd = 1}, .read_callback = Callbacks::ReadBody};
  return nghttp2_submit_request(session_.get(), nullptr, values.data(), values.size(),
                                open ? &provider : nullptr, nullptr);
}

void FixtureClient::Reset(std::int32_t stream, std::uint32_t error) {
  nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, stream, error);
}

void FixtureClient::GrantWindow(std::int32_t stream, std::int32_t bytes) {
  nghttp2_submit_window_update(session_.get(), NGHTTP2_FLAG_NONE, stream, bytes);
  nghttp2_submit_window_update(session_.get(), NGHTTP2_FLAG_NONE, 0, bytes);
}

void FixtureClient::Ping() { nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr); }

std::string FixtureClient::TakeOutput() {
  std::string out;
  while (true) {
    const std::uint8_t* bytes = nullptr;
    const ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes);
    if (size <= 0) return out;
    out.append(Text(bytes, static_cast<std::size_t>(size)));
  }
}

bool FixtureClient::Receive(std::string_view bytes) {
  return nghttp2_session_mem_recv(session_.get(),
                                  reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                  bytes.size()) >= 0;
}

std::string Number32(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

std::string Frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream,
                  std::string_view payload) {
  std::string frame = Number32(static_cast<std::uint32_t>(payload.size())).substr(1);
  frame += static_cast<char>(type);
  frame += static_cast<char>(flags);
  frame += Number32(stream);
  return frame.append(payload);
}

std::string Preface() {
  return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(NGHTTP2_SETTINGS, 0, 0, {});
}

std::string PlainFields(const FixtureClient::Fields& fields) {
  std::string block;
  const auto put = [&](const std::string& text) {
    // An integer with a 7-bit prefix; larger ones continue in groups of 7 bits (RFC 7541 section
    // 5.1).
    if (text.size() < 127) {
      block += static_cast<char>(text.size());
    } else {
      block += '\x7f';
      std::size_t rest = text.size() - 127;
      for (; rest >= 128; rest /= 128) block += static_cast<char>(rest % 128 + 128);
      block += static_cast<char>(rest);
    }
    block += text;
  };
  for (const auto& [name, value] : fields) {
    block += '\0';
    put(name);
    put(value);
  }
  return block;
}

FixtureClient::Fields GetFields(const std::string& path) {
  return {{":method", "GET"}, {":scheme", "https"}, {":authority", "a.test"}, {":path", path}};
}

}  // namespace prichal::http::h2
