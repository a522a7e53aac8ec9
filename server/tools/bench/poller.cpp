#include "bench/poller.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "bench/clock.h"

namespace prichal::bench {
namespace {

constexpr std::size_t kEventsATurn = 512;
constexpr std::size_t kScratchBytes = 64 * 1024;

}  // namespace

Poller::Poller()
    : fd_(epoll_create1(EPOLL_CLOEXEC)), events_(kEventsATurn), scratch_(kScratchBytes) {}

Poller::~Poller() { close(fd_); }

void Poller::Watch(int fd, Watched& watched) const {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &watched;
  epoll_ctl(fd_, EPOLL_CTL_ADD, fd, &event);
}

void Poller::Unwatch(int fd) const { epoll_ctl(fd_, EPOLL_CTL_DEL, fd, nullptr); }

void Poller::Turn(std::int64_t until) {
  const std::int64_t left = std::max<std::int64_t>(0, until - NowNs());
  const timespec wait{.tv_sec = left / kSecond, .tv_nsec = left % kSecond};
  const int most = static_cast<int>(events_.size());
  int ready = epoll_pwait2(fd_, events_.data(), most, &wait, nullptr);
  if (ready < 0 && errno == ENOSYS) {
    // Before Linux 5.11, and in sandboxes that block the call: round up to milliseconds.
    ready = epoll_wait(fd_, events_.data(), most,
                       static_cast<int>((left + kMillisecond - 1) / kMillisecond));
  }
  for (int i = 0; i < ready; ++i) {
    const epoll_event& event = events_[static_cast<std::size_t>(i)];
    const bool over = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
    static_cast<Watched*>(event.data.ptr)
        ->OnReady(over || (event.events & (EPOLLIN | EPOLLRDHUP)) != 0,
                  over || (event.events & EPOLLOUT) != 0);
  }
}

}  // namespace prichal::bench
