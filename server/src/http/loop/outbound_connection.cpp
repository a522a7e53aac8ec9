#include "http/loop/outbound_connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/background_thread.h"

namespace prichal::http {

class OutboundLoop::Entry final : public Watch {
 public:
  Entry(OutboundLoop& owner, std::uint32_t place, int fd)
      : owner_(owner),
        place_(place),
        descriptor_(owner.reactor_, fd,
                    {.slot = place | kSlotBit, .generation = owner.places_[place].generation}) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  ~Entry() override {
    owner_.places_[place_].watcher = nullptr;
    ++owner_.places_[place_].generation;
    owner_.free_.push_back(place_);
  }

  [[nodiscard]] bool watched() const { return descriptor_.watched(); }
  [[nodiscard]] int fd() const override { return descriptor_.fd(); }
  void AwaitReadable() override { descriptor_.AwaitReadable(); }
  void AwaitWritable() override { descriptor_.AwaitWritable(); }
  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override {
    return descriptor_.Receive(into);
  }

 private:
  OutboundLoop& owner_;
  const std::uint32_t place_;
  Reactor::Descriptor descriptor_;
};

std::unique_ptr<Watch> OutboundLoop::WatchFor(Watcher& watcher, int fd) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  places_[place].watcher = &watcher;
  auto entry = std::make_unique<Entry>(*this, place, fd);
  if (!entry->watched()) return nullptr;
  return entry;
}

void OutboundLoop::ForgetTurnEnd(TurnEnd& hook) {
  std::erase(hooks_, &hook);
  std::replace(calling_.begin(), calling_.end(), &hook, static_cast<TurnEnd*>(nullptr));
}

void OutboundLoop::OnReady(Token token, Readiness readiness) {
  const Place place = places_[token.slot & ~kSlotBit];
  if (place.watcher == nullptr || place.generation != token.generation) return;
  if (readiness == Readiness::kReadable) {
    place.watcher->OnReadable();
  } else {
    place.watcher->OnWritable();
  }
}

void OutboundLoop::OnTurnEnd() {
  if (hooks_.empty()) return;
  calling_.swap(hooks_);
  // By index, because a hook can remove others.
  for (std::size_t i = 0; i < calling_.size(); ++i) {
    if (calling_[i] != nullptr) calling_[i]->OnTurnEnd();
  }
  calling_.clear();
  if (!hooks_.empty()) reactor_.TurnAgain();
}

namespace {

/// TCP keepalive, to detect peers that have disappeared: seconds of silence before the first probe,
/// seconds between probes, and their number.
constexpr int kQuiet = 10;
constexpr int kAskAgain = 5;
constexpr int kAsk = 3;

Resolver::Answer Ask(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | flags;
  addrinfo* first = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &first);
  if (error != 0) {
    return Fail(fmt::format("cannot resolve {}: {}", host,
                            error == EAI_SYSTEM ? std::generic_category().message(errno)
                                                : std::string(gai_strerror(error))));
  }
  std::vector<SocketAddress> addresses;
  for (const addrinfo* one = first; one != nullptr; one = one->ai_next) {
    SocketAddress address;
    address.length = std::min<socklen_t>(one->ai_addrlen, sizeof(address.storage));
    std::memcpy(&address.storage, one->ai_addr, address.length);
    addresses.push_back(address);
  }
  freeaddrinfo(first);
  if (addresses.empty()) return Fail(fmt::format("cannot resolve {}: it has no address", host));
  return addresses;
}

}  // namespace

Result<int, int> Dial(const SocketAddress& address) {
  const int fd =
      socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
  if (fd < 0) return Fail(int{errno});
  const int on = 1;
  // Output is already collected before it is written, so disable Nagle's algorithm.
  (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &kQuiet, sizeof(kQuiet));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &kAskAgain, sizeof(kAskAgain));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &kAsk, sizeof(kAsk));
  // The interface requires sockaddr; sockaddr_storage is meant to be cast to it.
  const auto* raw = reinterpret_cast<const sockaddr*>(&address.storage);
  if (connect(fd, raw, address.length) != 0 && errno != EINPROGRESS) {
    const int error = errno;
    close(fd);
    return Fail(int{error});
  }
  return fd;
}

int ConnectionError(int fd) {
  int error = 0;
  socklen_t length = sizeof(error);
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errno;
  return error;
}

struct Resolver::Question {
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() {
    if (answered >= 0) close(answered);
  }

  const int answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::mutex mutex;  ///< held only for a move
  std::unique_ptr<Answer> answer;
};

void Resolver::Resolve(const std::string& host, std::uint16_t port, Done done) {
  Cancel();
  if (auto numeric = Ask(host, port, AI_NUMERICHOST)) {
    done(std::move(numeric));
    return;
  }
  auto question = std::make_shared<Question>();
  const int our_end = fcntl(question->answered, F_DUPFD_CLOEXEC, 0);
  if (our_end >= 0) answered_ = loop_.WatchFor(*this, our_end);
  if (!answered_) {
    done(Fail(fmt::format("cannot resolve {}: too many open files", host)));
    return;
  }
  try {
    const BlockedSignals blocked;
    std::thread([question, host, port] {
      auto answer = std::make_unique<Answer>(Ask(host, port, AI_ADDRCONFIG));
      {
        const std::lock_guard lock(question->mutex);
        question->answer = std::move(answer);
      }
      const std::uint64_t one = 1;
      (void)!write(question->answered, &one, sizeof(one));
    }).detach();
  } catch (const std::system_error& error) {
    answered_.reset();
    done(Fail(fmt::format("cannot resolve {}: no thread: {}", host, error.what())));
    return;
  }
  question_ = std::move(question);
  done_ = std::move(done);
  answered_->AwaitReadable();
}

void Resolver::Cancel() {
  answered_.reset();
  question_.reset();
  done_ = {};
}

void Resolver::OnReadable() {
  std::unique_ptr<Answer> answer;
  {
    const std::lock_guard lock(question_->mutex);
    answer = std::move(question_->answer);
  }
  if (!answer) {
    answered_->AwaitReadable();
    return;
  }
  Done done = std::move(done_);
  Cancel();
  done(std::move(*answer));
}

}  // namespace prichal::http
