#include "http/loop/resolver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/blocked_signals.h"

namespace prichal::net {
namespace {

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

struct Resolver::Question {
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question() {
    if (answered >= 0) close(answered);
  }

  const int answered = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::mutex mutex;  ///< held for a move alone
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
    done(Fail(fmt::format("cannot resolve {}: no descriptor is left", host)));
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

}  // namespace prichal::net
