// Fuzzes bytes of an HTTP/2 client with any split: memory stays limited, each stream ends at most
// once, and the output consists of frames.

#include <nghttp2/nghttp2.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/h2/header_block.h"
#include "http/h2/session.h"

namespace {

using prichal::Millis;
namespace http = prichal::http;

constexpr http::HeadLimits kLimits{.head = 4'096, .target = 1'024, .fields = 40};
constexpr std::uint32_t kStreams = 10;

void Expect(bool holds) {
  if (!holds) std::abort();
}

class Stream final : public prichal::http::h2::StreamOwner {
 public:
  explicit Stream(std::int32_t id) : id_(id) {}

  bool OnField(std::string_view name, std::string_view value) override {
    Expect(!closed_ && !head_);
    return fields_.Add(name, value);
  }
  void OnHead() override {
    Expect(!closed_ && !head_);
    head_ = true;
  }
  bool OnBody(std::string_view bytes) override {
    Expect(head_ && !closed_ && !ended_);
    body_ += bytes.size();
    return !answered_;
  }
  void OnRequestEnd() override {
    Expect(head_ && !closed_ && !ended_);
    ended_ = true;
  }
  bool OnClosed() override {
    Expect(!closed_);
    closed_ = true;
    return answered_;
  }
  [[nodiscard]] std::size_t waiting_bytes() const override { return output_.size(); }
  [[nodiscard]] bool body_over() const override { return true; }
  void TakeBody(std::size_t count, std::string& out) override {
    Expect(count <= output_.size());
    out.append(output_, 0, count);
    output_.erase(0, count);
  }

  [[nodiscard]] bool closed() const { return closed_; }

  /// Responds as a server would.
  void Proceed(prichal::http::h2::Session& session) {
    Expect(fields_.size() <= kLimits.head);
    if (!head_ || closed_ || answered_) return;
    const auto read = fields_.Build();
    if (read) {
      const http::Request& request = read->request;
      Expect(!request.path.empty());
      Expect(request.lines.empty() || request.lines.ends_with("\r\n"));
      Expect(request.lines.find("\r\n\r\n") == std::string_view::npos);
    }
    answered_ = true;
    output_ = std::string(body_ % 40'000, 'x');
    session.Respond(id_, read ? 200 : read.error().status,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nLink: <a>\r\n", "now",
                    !output_.empty());
  }

 private:
  const std::int32_t id_;
  prichal::http::h2::RequestHead fields_{kLimits};
  std::string output_;
  std::size_t body_ = 0;
  bool head_ = false;
  bool ended_ = false;
  bool closed_ = false;
  bool answered_ = false;
};

class Server final : private prichal::http::h2::SessionOwner {
 public:
  bool Say(std::string_view bytes) {
    now_ += Millis(1);
    const bool goes_on = session_.Receive(bytes, now_);
    for (const auto& [id, stream] : streams_) stream->Proceed(session_);
    std::string out;
    do {
      out.clear();
      session_.WriteTo(out, 16'384);
      // The output is limited to a few frames per received frame.
      Expect(out.size() <= 80'000);
    } while (!out.empty());
    std::erase_if(streams_, [](const auto& each) { return each.second->closed(); });
    // At most one more of each can be closing.
    Expect(streams_.size() <= 2 * kStreams);
    return goes_on && !session_.over();
  }

 private:
  prichal::http::h2::StreamOwner* OnRequest(std::int32_t id) override {
    Expect(!streams_.contains(id));
    if (id % 16 == 15) return nullptr;
    streams_[id] = std::make_unique<Stream>(id);
    return streams_[id].get();
  }
  void OnFault(prichal::http::h2::Fault /*fault*/) override {}

  std::map<std::int32_t, std::unique_ptr<Stream>> streams_;
  Millis now_{1'000};
  prichal::http::h2::Session session_{*this, std::make_shared<prichal::http::h2::FrameBudget>(),
                                      kStreams, kLimits.head};
};

}  // namespace

/// The first byte gives the piece size, or 0xff for a single piece without preface. Otherwise a
/// preface is prepended, so that most inputs pass the first check.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::string_view kPreface("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33);
  std::string all;
  if (data[0] != 0xff) all = kPreface;
  all.append(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t step = data[0] % 64 == 63 ? all.size() : 1U + data[0] % 64U * 37U;
  Server server;
  for (std::size_t at = 0; at < all.size(); at += step) {
    if (!server.Say(std::string_view(all).substr(at, step))) break;
  }
  return 0;
}
