#include "http/loop/reactor.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

namespace prichal::http {
namespace {

constexpr std::uint32_t kRead = EPOLLIN | EPOLLRDHUP | EPOLLET;
/// Events of a listening socket that several reactors watch. EPOLLRDHUP is not needed, and the
/// kernel rejects it together with EPOLLEXCLUSIVE.
constexpr std::uint32_t kAccept = EPOLLIN | EPOLLET | EPOLLEXCLUSIVE;
constexpr std::uint32_t kOver = EPOLLRDHUP | EPOLLHUP | EPOLLERR;

int OrThrow(int fd, const char* what) {
  if (fd < 0) throw std::system_error(errno, std::generic_category(), what);
  return fd;
}

Millis Now() {
  return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now().time_since_epoch());
}

/// Slot of the reactor's own eventfd; no descriptor has it.
constexpr std::uint32_t kWakeSlot = UINT32_MAX;

}  // namespace

Reactor::Reactor(ReactorSink& sink)
    : sink_(sink),
      epoll_fd_(OrThrow(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_fd_(OrThrow(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")) {
  epoll_event event = EventOf({.slot = kWakeSlot}, EPOLLIN | EPOLLET);
  OrThrow(epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, wake_fd_, &event), "epoll_ctl");
}

Reactor::~Reactor() {
  close(wake_fd_);
  close(epoll_fd_);
}

void Reactor::Run() {
  std::array<epoll_event, kEventsATurn> events{};
  while (!stopped_.exchange(false, std::memory_order_relaxed)) {
    const int count = std::max(
        0, epoll_wait(epoll_fd_, events.data(), static_cast<int>(events.size()), WaitMillis()));
    turn_again_ = false;
    sink_.OnTurnBegin();
    ready_now_.swap(ready_);
    for (const Place place : ready_now_) Report(place, 0);
    ready_now_.clear();
    for (const epoll_event& event : std::span(events).first(static_cast<std::size_t>(count))) {
      const Place place{.slot = static_cast<std::uint32_t>(event.data.u64),
                        .generation = static_cast<std::uint32_t>(event.data.u64 >> 32U)};
      if (place.slot == kWakeSlot) {
        sink_.OnWake();
      } else {
        Report(place, event.events);
      }
    }
    if (tick_at_.count() != 0 && Now() >= tick_at_) {
      tick_at_ = Millis(0);
      sink_.OnTick();
    }
    sink_.OnTurnEnd();
  }
}

void Reactor::Stop() {
  stopped_.store(true, std::memory_order_relaxed);
  Wake();
}

void Reactor::Wake() {
  // Edge-triggered, so each write is reported and the counter need not be read. It does not
  // overflow in practice.
  const std::uint64_t one = 1;
  (void)!write(wake_fd_, &one, sizeof(one));
}

void Reactor::TickAfter(Millis delay) { tick_at_ = Now() + delay; }

int Reactor::WaitMillis() const {
  if (turn_again_ || !ready_.empty()) return 0;
  if (tick_at_.count() == 0) return -1;
  return static_cast<int>(std::max<std::int64_t>(0, (tick_at_ - Now()).count()));
}

epoll_event Reactor::EventOf(Place place, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = (std::uint64_t{place.generation} << 32U) | place.slot;
  return event;
}

Reactor::Place Reactor::Enter(Descriptor& descriptor) {
  if (free_slots_.empty()) {
    slots_.push_back({.descriptor = &descriptor});
    return {.slot = static_cast<std::uint32_t>(slots_.size() - 1)};
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  slots_[slot].descriptor = &descriptor;
  return {.slot = slot, .generation = slots_[slot].generation};
}

void Reactor::Leave(Place place) {
  slots_[place.slot].descriptor = nullptr;
  ++slots_[place.slot].generation;
  free_slots_.push_back(place.slot);
}

Reactor::Descriptor* Reactor::Find(Place place) const {
  const Slot& slot = slots_[place.slot];
  return slot.generation == place.generation ? slot.descriptor : nullptr;
}

void Reactor::Report(Place place, std::uint32_t events) {
  Descriptor* descriptor = Find(place);
  if (descriptor == nullptr) return;
  if ((events & (EPOLLIN | kOver)) != 0) descriptor->readable_ = true;
  if ((events & kOver) != 0) descriptor->over_ = true;
  const Token token = descriptor->token_;
  if ((events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0 && descriptor->awaits_writable_) {
    descriptor->awaits_writable_ = false;
    sink_.OnReady(token, Readiness::kWritable);
    // The call may have destroyed the descriptor.
    if (Find(place) == nullptr) return;
  }
  if (descriptor->readable_ && descriptor->awaits_readable_) {
    descriptor->awaits_readable_ = false;
    sink_.OnReady(token, Readiness::kReadable);
  }
}

Reactor::Descriptor::Descriptor(Reactor& reactor, int fd, Token token, Watched watched)
    : reactor_(reactor), token_(token), how_(watched), fd_(fd), place_(reactor.Enter(*this)) {
  epoll_event event = EventOf(place_, watched == Watched::kHereAlone ? kRead : kAccept);
  watched_ = epoll_ctl(reactor_.epoll_fd_, EPOLL_CTL_ADD, fd_, &event) == 0;
}

Reactor::Descriptor::~Descriptor() {
  reactor_.Leave(place_);
  if (fd_ < 0) return;
  // The kernel watches a socket until its last descriptor is closed. Other descriptors of a shared
  // socket stay open, so remove it explicitly.
  if (how_ == Watched::kByOthersToo)
    (void)epoll_ctl(reactor_.epoll_fd_, EPOLL_CTL_DEL, fd_, nullptr);
  close(fd_);
}

int Reactor::Descriptor::Release() {
  (void)epoll_ctl(reactor_.epoll_fd_, EPOLL_CTL_DEL, fd_, nullptr);
  awaits_readable_ = false;
  awaits_writable_ = false;
  return std::exchange(fd_, -1);
}

void Reactor::Descriptor::AwaitReadable() {
  awaits_readable_ = true;
  if (readable_) reactor_.ready_.push_back(place_);
}

void Reactor::Descriptor::ReadAgain() {
  // If no bytes are pending, the read returns EAGAIN.
  readable_ = true;
  AwaitReadable();
}

void Reactor::Descriptor::AwaitWritable() {
  awaits_writable_ = true;
  // Not registered from the start, because it is rare. The call also reports current readiness.
  epoll_event event = EventOf(place_, kRead | EPOLLOUT);
  (void)epoll_ctl(reactor_.epoll_fd_, EPOLL_CTL_MOD, fd_, &event);
}

std::ptrdiff_t Reactor::Descriptor::Receive(std::span<char> into) {
  const ssize_t got = recv(fd_, into.data(), into.size(), 0);
  if (got < 0 && errno == EAGAIN) {
    FoundNothing();
  } else if (got > 0 && static_cast<std::size_t>(got) < into.size()) {
    // A short read means that no bytes are left; later bytes are reported (epoll(7), question 9).
    // The end of the peer is not reported again.
    readable_ = over_;
  }
  return got;
}

void Reactor::Descriptor::FoundNothing() {
  readable_ = false;
  over_ = false;
}

}  // namespace prichal::http
