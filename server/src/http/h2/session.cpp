#include "http/h2/session.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "http/h2/header_block.h"

namespace prichal::http::h2 {
namespace {

/// Size of a frame header (RFC 9113 section 4.1).
constexpr std::size_t kFrameHead = 9;
/// A DATA frame is postponed to the next TLS record if less than this is left in the current one.
constexpr std::size_t kSmallRest = 1024;
/// Dynamic table size for response compression. The fields of a response have about 600 bytes.
constexpr std::size_t kTableBytes = 1024;
/// A DATA frame of at least this size counts as useful work.
constexpr std::size_t kWorth = 1024;

std::string_view Text(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// The frame buffer is the only allocation above this size during creation.
constexpr std::size_t kRoomFrom = 16 * 1024;

thread_local bool making = false;

void* BytesOf(void* user) { return static_cast<FrameBudget*>(user)->bytes.data(); }

// nghttp2 requires functions like malloc(), so smart pointers are not possible here.
// NOLINTBEGIN(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)
void* Allocate(std::size_t size, void* /*user*/) { return std::malloc(size); }

void* AllocateZeros(std::size_t count, std::size_t size, void* /*user*/) {
  return std::calloc(count, size);
}

void Free(void* memory, void* user) {
  if (memory != BytesOf(user)) std::free(memory);
}

void* Resize(void* memory, std::size_t size, void* user) {
  if (memory == nullptr && making && size > kRoomFrom && size <= sizeof(FrameBudget::bytes)) {
    return BytesOf(user);
  }
  // Copy the content when the frame buffer outgrows the shared memory.
  if (memory != BytesOf(user)) return std::realloc(memory, size);
  void* moved = std::malloc(size);
  if (moved != nullptr) {
    std::copy_n(static_cast<std::uint8_t*>(memory), std::min(size, sizeof(FrameBudget::bytes)),
                static_cast<std::uint8_t*>(moved));
  }
  return moved;
}
// NOLINTEND(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)

}  // namespace

/// Callbacks of nghttp2.
struct Session::Callbacks {
  static Session& Of(void* user) { return *static_cast<Session*>(user); }
  /// Ends the session; nghttp2 stops reading.
  static constexpr int kEnd = NGHTTP2_ERR_CALLBACK_FAILURE;

  static int OnBeginFrame(nghttp2_session* /*session*/, const nghttp2_frame_hd* frame, void* user) {
    return Of(user).Spend(CostOf(*frame)) ? 0 : kEnd;
  }

  static std::int32_t CostOf(const nghttp2_frame_hd& frame) {
    switch (frame.type) {
      case NGHTTP2_HEADERS:
      case NGHTTP2_GOAWAY:
        return 0;
      case NGHTTP2_DATA:
        if ((frame.flags & NGHTTP2_FLAG_END_STREAM) != 0) return 0;
        if (frame.length == 0) return FloodBudget::kEmptyData;
        return frame.length < kWorth ? FloodBudget::kSmallFrame : 0;
      case NGHTTP2_SETTINGS:
        return (frame.flags & NGHTTP2_FLAG_ACK) != 0 ? FloodBudget::kSmallFrame
                                                     : FloodBudget::kSettings;
      case NGHTTP2_PING:
        return FloodBudget::kPing;
      default:
        return FloodBudget::kSmallFrame;
    }
  }

  static int OnBeginHeaders(nghttp2_session* raw, const nghttp2_frame* frame, void* user) {
    Session& session = Of(user);
    if (frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    StreamOwner* owner = session.owner_.OnRequest(frame->hd.stream_id);
    if (owner == nullptr) {
      session.owner_.OnFault(Fault::kRefused);
      (void)nghttp2_submit_rst_stream(raw, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
                                      NGHTTP2_REFUSED_STREAM);
      return 0;
    }
    (void)nghttp2_session_set_stream_user_data(raw, frame->hd.stream_id, owner);
    return 0;
  }

  static int OnHeader(nghttp2_session* /*raw*/, const nghttp2_frame* frame,
                      const std::uint8_t* name, std::size_t name_size, const std::uint8_t* value,
                      std::size_t value_size, std::uint8_t /*flags*/, void* user) {
    Session& session = Of(user);
    if (frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    StreamOwner* owner = session.OwnerOf(frame->hd.stream_id);
    if (owner == nullptr) return 0;
    if (owner->OnField(Text(name, name_size), Text(value, value_size))) return 0;
    // Charge fields above the limit, because a few compressed bytes can expand to many.
    return session.Spend(FloodBudget::kSmallFrame) ? 0 : kEnd;
  }

  /// Rejects invalid field names and values (RFC 9113 section 8.2.1).
  static int OnInvalidHeader(nghttp2_session* /*raw*/, const nghttp2_frame* /*frame*/,
                             const std::uint8_t* /*name*/, std::size_t /*name_size*/,
                             const std::uint8_t* /*value*/, std::size_t /*value_size*/,
                             std::uint8_t /*flags*/, void* /*user*/) {
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  }

  static int OnFrame(nghttp2_session* /*raw*/, const nghttp2_frame* frame, void* user) {
    Session& session = Of(user);
    const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
    switch (frame->hd.type) {
      case NGHTTP2_HEADERS:
      case NGHTTP2_DATA:
        if (StreamOwner* owner = session.OwnerOf(frame->hd.stream_id)) {
          if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
            owner->OnHead();
          }
          if (ends) owner->OnRequestEnd();
        }
        break;
      case NGHTTP2_RST_STREAM:
        session.owner_.OnFault(Fault::kCancelled);
        break;
      default:
        break;
    }
    return 0;
  }

  static int OnInvalidFrame(nghttp2_session* /*raw*/, const nghttp2_frame* frame, int error,
                            void* user) {
    Session& session = Of(user);
    // All other errors end the session; OnSent() reports them.
    if (frame->hd.type == NGHTTP2_HEADERS && error != NGHTTP2_ERR_REFUSED_STREAM) {
      session.owner_.OnFault(Fault::kMalformed);
    }
    if (error == NGHTTP2_ERR_REFUSED_STREAM) session.owner_.OnFault(Fault::kRefused);
    return session.Spend(FloodBudget::kBadFrame) ? 0 : kEnd;
  }

  static int OnDataChunk(nghttp2_session* /*raw*/, std::uint8_t /*flags*/, std::int32_t stream,
                         const std::uint8_t* bytes, std::size_t size, void* user) {
    Session& session = Of(user);
    StreamOwner* owner = session.OwnerOf(stream);
    if (owner == nullptr || !owner->OnBody(Text(bytes, size))) return 0;
    session.bytes_ -= std::min(session.bytes_, size);
    return 0;
  }

  static int OnStreamClose(nghttp2_session* /*raw*/, std::int32_t stream, std::uint32_t error,
                           void* user) {
    Session& session = Of(user);
    StreamOwner* owner = session.OwnerOf(stream);
    const bool served = owner != nullptr && owner->OnClosed();
    if (error == NGHTTP2_NO_ERROR) {
      session.flood_budget_.Earn(FloodBudget::kAnswered);
      return 0;
    }
    return session.Spend(served ? FloodBudget::kServed : FloodBudget::kUnserved) ? 0 : kEnd;
  }

  static int OnSent(nghttp2_session* raw, const nghttp2_frame* frame, void* user) {
    Session& session = Of(user);
    if (frame->hd.type == NGHTTP2_GOAWAY && frame->goaway.error_code != NGHTTP2_NO_ERROR) {
      // INTERNAL_ERROR: nghttp2's limit of resets.
      const bool flood = frame->goaway.error_code == NGHTTP2_ENHANCE_YOUR_CALM ||
                         frame->goaway.error_code == NGHTTP2_INTERNAL_ERROR;
      session.going_ = true;
      if (!std::exchange(session.ended_, true)) {
        session.owner_.OnFault(flood ? Fault::kFlood : Fault::kProtocol);
      }
    }
    if (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA) return 0;
    if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) return 0;
    // The response is complete before the request. Ask the client to stop (RFC 9113 section 8.1).
    nghttp2_stream* stream = nghttp2_session_find_stream(raw, frame->hd.stream_id);
    if (stream == nullptr) return 0;
    const auto state = nghttp2_stream_get_state(stream);
    if (state == NGHTTP2_STREAM_STATE_OPEN || state == NGHTTP2_STREAM_STATE_HALF_CLOSED_LOCAL) {
      (void)nghttp2_submit_rst_stream(raw, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
                                      NGHTTP2_NO_ERROR);
    }
    return 0;
  }

  /// Returns the length of the next DATA frame, chosen to fill the TLS record.
  static ssize_t FrameLength(nghttp2_session* /*raw*/, std::uint8_t /*type*/,
                             std::int32_t /*stream*/, std::int32_t session_window,
                             std::int32_t stream_window, std::uint32_t frame_size, void* user) {
    const Session& session = Of(user);
    std::size_t room = session.most_ - kFrameHead;
    if (session.out_ != nullptr && session.out_->size() + kFrameHead + kSmallRest < session.most_) {
      room -= session.out_->size();
    }
    const std::int32_t window = std::min(session_window, stream_window);
    return static_cast<ssize_t>(
        std::min<std::size_t>({room, static_cast<std::size_t>(std::max(window, 0)), frame_size}));
  }

  static ssize_t ReadBody(nghttp2_session* /*raw*/, std::int32_t stream, std::uint8_t* /*into*/,
                          std::size_t size, std::uint32_t* flags, nghttp2_data_source* /*source*/,
                          void* user) {
    const StreamOwner* owner = Of(user).OwnerOf(stream);
    if (owner == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    const std::size_t waiting = owner->waiting_bytes();
    if (waiting == 0 && !owner->body_over()) return NGHTTP2_ERR_DEFERRED;
    *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
    if (waiting <= size && owner->body_over()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(std::min(waiting, size));
  }

  static int SendData(nghttp2_session* /*raw*/, nghttp2_frame* frame, const std::uint8_t* head,
                      std::size_t length, nghttp2_data_source* /*source*/, void* user) {
    Session& session = Of(user);
    std::string& out = *session.out_;
    session.put_off_ = !out.empty() && out.size() + kFrameHead + length > session.most_;
    if (session.put_off_) return NGHTTP2_ERR_WOULDBLOCK;
    StreamOwner* owner = session.OwnerOf(frame->hd.stream_id);
    if (owner == nullptr) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    out.append(Text(head, kFrameHead));
    owner->TakeBody(length, out);
    if (length >= kWorth || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
      session.flood_budget_.Earn(FloodBudget::kDataSent);
    }
    return 0;
  }

  static nghttp2_session_callbacks* All() {
    static nghttp2_session_callbacks* const all = [] {
      nghttp2_session_callbacks* made = nullptr;
      if (nghttp2_session_callbacks_new(&made) != 0) throw std::bad_alloc();
      nghttp2_session_callbacks_set_on_begin_frame_callback(made, OnBeginFrame);
      nghttp2_session_callbacks_set_on_begin_headers_callback(made, OnBeginHeaders);
      nghttp2_session_callbacks_set_on_header_callback(made, OnHeader);
      nghttp2_session_callbacks_set_on_invalid_header_callback(made, OnInvalidHeader);
      nghttp2_session_callbacks_set_on_frame_recv_callback(made, OnFrame);
      nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(made, OnInvalidFrame);
      nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, OnDataChunk);
      nghttp2_session_callbacks_set_on_stream_close_callback(made, OnStreamClose);
      nghttp2_session_callbacks_set_on_frame_send_callback(made, OnSent);
      nghttp2_session_callbacks_set_data_source_read_length_callback(made, FrameLength);
      nghttp2_session_callbacks_set_send_data_callback(made, SendData);
      return made;
    }();
    return all;
  }

  static nghttp2_option* Options() {
    static nghttp2_option* const options = [] {
      nghttp2_option* made = nullptr;
      if (nghttp2_option_new(&made) != 0) throw std::bad_alloc();
      nghttp2_option_set_no_closed_streams(made, 1);
      nghttp2_option_set_max_outbound_ack(made, 100);
      nghttp2_option_set_max_deflate_dynamic_table_size(made, kTableBytes);
      return made;
    }();
    return options;
  }
};

Session::Session(SessionOwner& owner, std::shared_ptr<FrameBudget> room, std::uint32_t streams,
                 std::uint32_t head_limit)
    : owner_(owner), room_(std::move(room)) {
  nghttp2_session* raw = nullptr;
  nghttp2_mem memory = SessionMemory::Over(*room_);
  {
    const SessionMemory::Making making;
    if (nghttp2_session_server_new3(&raw, Callbacks::All(), this, Callbacks::Options(), &memory) !=
        0) {
      throw std::bad_alloc();
    }
  }
  session_.reset(raw);
  // Without RFC 7540 priorities a client cannot force work on a priority tree.
  const std::array<nghttp2_settings_entry, 3> settings{{
      {.settings_id = NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, .value = streams},
      {.settings_id = NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, .value = head_limit},
      {.settings_id = NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, .value = 1},
  }};
  (void)nghttp2_submit_settings(raw, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
}

StreamOwner* Session::OwnerOf(std::int32_t stream) const {
  return static_cast<StreamOwner*>(nghttp2_session_get_stream_user_data(session_.get(), stream));
}

bool Session::Spend(std::int32_t cost) {
  if (cost == 0 || flood_budget_.Spend(cost, now_)) return true;
  EndAs(Fault::kFlood, NGHTTP2_ENHANCE_YOUR_CALM);
  return false;
}

void Session::EndAs(Fault fault, std::uint32_t error) {
  going_ = true;
  if (std::exchange(ended_, true)) return;
  owner_.OnFault(fault);
  (void)nghttp2_session_terminate_session(session_.get(), error);
}

bool Session::Receive(std::string_view bytes, Millis now) {
  now_ = now;
  bytes_ += bytes.size();
  const ssize_t taken = nghttp2_session_mem_recv(
      session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  if (taken >= 0) {
    const std::int32_t cost = static_cast<std::int32_t>(bytes_ / FloodBudget::kBytes);
    bytes_ %= FloodBudget::kBytes;
    return Spend(cost);
  }
  // nghttp2 may already have queued a frame with the error.
  EndAs(taken == NGHTTP2_ERR_FLOODED ? Fault::kFlood : Fault::kProtocol,
        taken == NGHTTP2_ERR_FLOODED ? NGHTTP2_ENHANCE_YOUR_CALM : NGHTTP2_PROTOCOL_ERROR);
  return false;
}

void Session::Respond(std::int32_t stream, int status, std::string_view head, std::string_view date,
                      bool has_body) {
  ResponseHead fields(status);
  fields.AddAll(head);
  fields.Add("date", date);
  nghttp2_data_provider body{.source = {.ptr = nullptr}, .read_callback = Callbacks::ReadBody};
  (void)nghttp2_submit_response(session_.get(), stream, fields.data(), fields.size(),
                                has_body ? &body : nullptr);
}

void Session::Inform(std::int32_t stream, int status, std::string_view head,
                     std::string_view name) {
  ResponseHead fields(status);
  fields.AddNamed(head, name);
  (void)nghttp2_submit_headers(session_.get(), NGHTTP2_FLAG_NONE, stream, nullptr, fields.data(),
                               fields.size(), nullptr);
}

void Session::Resume(std::int32_t stream) {
  (void)nghttp2_session_resume_data(session_.get(), stream);
}

void Session::Reset(std::int32_t stream, std::uint32_t error) {
  (void)nghttp2_session_set_stream_user_data(session_.get(), stream, nullptr);
  (void)nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, stream, error);
}

void Session::GoAway() {
  if (std::exchange(going_, true)) return;
  (void)nghttp2_submit_goaway(session_.get(), NGHTTP2_FLAG_NONE,
                              nghttp2_session_get_last_proc_stream_id(session_.get()),
                              NGHTTP2_NO_ERROR, nullptr, 0);
}

void Session::WriteTo(std::string& out, std::size_t most) {
  out_ = &out;
  most_ = most;
  if (put_off_) std::copy(kept_.begin(), kept_.end(), room_->bytes.begin());
  // A header section in several frames uses the shared buffer until its last frame.
  bool in_head = false;
  while (out.size() < most || in_head) {
    const std::uint8_t* bytes = nullptr;
    const ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes);
    if (size <= 0) break;
    const bool is_head = bytes[3] == NGHTTP2_HEADERS || bytes[3] == NGHTTP2_CONTINUATION;
    in_head = is_head && (bytes[4] & NGHTTP2_FLAG_END_HEADERS) == 0;
    out.append(Text(bytes, static_cast<std::size_t>(size)));
  }
  if (put_off_) std::copy_n(room_->bytes.begin(), kKept, kept_.begin());
  out_ = nullptr;
}

bool Session::over() const {
  return nghttp2_session_want_read(session_.get()) == 0 &&
         nghttp2_session_want_write(session_.get()) == 0;
}

nghttp2_mem SessionMemory::Over(FrameBudget& room) {
  return {.mem_user_data = &room,
          .malloc = Allocate,
          .free = Free,
          .calloc = AllocateZeros,
          .realloc = Resize};
}

SessionMemory::Making::Making() { making = true; }
SessionMemory::Making::~Making() { making = false; }

}  // namespace prichal::http::h2
