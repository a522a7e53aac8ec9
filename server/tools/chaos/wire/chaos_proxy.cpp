#include "chaos/wire/chaos_proxy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace prichal::chaos {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kReadBytes = 16 * 1024;
/// Maximum queue of one direction. Beyond it nothing is read, so that the sender experiences
/// backpressure.
constexpr std::size_t kMostPieces = 64;
constexpr int kLongestRestMs = 200;

void SetOption(int fd, int level, int option, int value) {
  setsockopt(fd, level, option, &value, sizeof(value));
}

}  // namespace

WireFaults WireFaults::Rough() {
  return {.cut = 0.4, .swallow = 0.05, .stall = 0.1, .corrupt = 0, .split = 0.2, .delay = 0.3};
}

Result<std::unique_ptr<ChaosProxy>, std::string> ChaosProxy::Start(const bench::Target& target,
                                                                   std::uint64_t seed) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* const raw = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || bind(listener, raw, length) != 0 || listen(listener, SOMAXCONN) != 0 ||
      getsockname(listener, raw, &length) != 0) {
    const int error = errno;
    if (listener >= 0) close(listener);
    return Fail(fmt::format("a proxy cannot listen: {}", std::generic_category().message(error)));
  }
  return std::unique_ptr<ChaosProxy>(
      new ChaosProxy(target, listener, fmt::format("127.0.0.1:{}", ntohs(address.sin_port)), seed));
}

ChaosProxy::ChaosProxy(bench::Target target, int listener, std::string address, std::uint64_t seed)
    : target_(std::move(target)),
      listener_(listener),
      wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      address_(std::move(address)),
      chance_(seed),
      thread_([this] { Run(); }) {}

ChaosProxy::~ChaosProxy() {
  ending_ = true;
  Wake();
  thread_.join();
  for (const auto& connection : connections_) Close(*connection, true);
  close(listener_);
  close(wake_);
}

void ChaosProxy::Wake() const { eventfd_write(wake_, 1); }

void ChaosProxy::Set(const WireFaults& faults) {
  const std::lock_guard lock(mutex_);
  faults_ = faults;
}

void ChaosProxy::CutAll() {
  {
    const std::lock_guard lock(mutex_);
    cut_all_ = true;
  }
  Wake();
}

void ChaosProxy::Freeze(bool frozen) {
  frozen_ = frozen;
  Wake();
}

void ChaosProxy::Refuse(bool refused) { refused_ = refused; }

WireCounts ChaosProxy::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

bool ChaosProxy::Happens(double probability) {
  return std::uniform_real_distribution<double>(0, 1)(chance_) < probability;
}

void ChaosProxy::Run() {
  std::vector<pollfd> wait;
  while (!ending_) {
    wait = {{.fd = listener_, .events = POLLIN, .revents = 0},
            {.fd = wake_, .events = POLLIN, .revents = 0}};
    const Instant before = steady_clock::now();
    for (const auto& connection : connections_) {
      for (const Direction* direction : {&connection->there, &connection->back}) {
        const bool reads = !frozen_ && !direction->ended && before >= connection->stalled_until &&
                           direction->pieces.size() < kMostPieces;
        const bool writes =
            !frozen_ && !direction->pieces.empty() && before >= direction->pieces.front().due;
        wait.push_back({.fd = reads ? direction->from : -1, .events = POLLIN, .revents = 0});
        wait.push_back({.fd = writes ? direction->to : -1, .events = POLLOUT, .revents = 0});
      }
    }
    poll(wait.data(), wait.size(), Rest(before));
    eventfd_t woken = 0;
    eventfd_read(wake_, &woken);
    const Instant now = steady_clock::now();
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      Connection& connection = *connections_[i];
      std::size_t at = 2 + 4 * i;
      for (Direction* direction : {&connection.there, &connection.back}) {
        if (!connection.over && wait[at].revents != 0) Read(connection, *direction, now);
        if (!connection.over && (wait[at + 1].revents != 0 || direction->ended)) {
          Write(connection, *direction, now);
        }
        at += 2;
      }
    }
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(cut_all_, false)) {
        for (const auto& connection : connections_) {
          if (!connection->over) ++counts_.cut;
          Close(*connection, true);
        }
      }
    }
    std::erase_if(connections_, [](const auto& connection) { return connection->over; });
    if (wait[0].revents != 0) Accept();
  }
}

int ChaosProxy::Rest(Instant now) const {
  Instant next = now + milliseconds(kLongestRestMs);
  if (frozen_) return kLongestRestMs;
  for (const auto& connection : connections_) {
    if (connection->stalled_until > now) next = std::min(next, connection->stalled_until);
    for (const Direction* direction : {&connection->there, &connection->back}) {
      if (direction->pieces.empty() || direction->pieces.front().due <= now) continue;
      next = std::min(next, direction->pieces.front().due);
    }
  }
  return static_cast<int>(std::chrono::ceil<milliseconds>(next - now).count());
}

void ChaosProxy::Accept() {
  while (true) {
    const int client = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (client < 0) return;
    auto connection = std::make_unique<Connection>();
    connection->there.from = client;
    if (refused_ || !Connect(*connection)) {
      Close(*connection, true);
      continue;
    }
    connection->plan = Draw();
    connections_.push_back(std::move(connection));
  }
}

bool ChaosProxy::Connect(Connection& connection) const {
  const int server =
      socket(target_.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (server < 0) return false;
  connection.there.to = connection.back.from = server;
  connection.back.to = connection.there.from;
  SetOption(connection.there.from, IPPROTO_TCP, TCP_NODELAY, 1);
  SetOption(server, IPPROTO_TCP, TCP_NODELAY, 1);
  const auto* where = reinterpret_cast<const sockaddr*>(&target_.address);
  return connect(server, where, target_.address_length) == 0 || errno == EINPROGRESS;
}

ChaosProxy::Plan ChaosProxy::Draw() {
  const std::lock_guard lock(mutex_);
  ++counts_.connections;
  const auto place = [&](double probability) {
    const std::uint64_t at = 1 + chance_() % faults_.within;
    return Happens(probability) ? at : 0;
  };
  Plan plan;
  plan.cut_at = place(faults_.cut);
  plan.swallow_at = place(faults_.swallow);
  plan.stall_at = place(faults_.stall);
  plan.corrupt_at = place(faults_.corrupt);
  plan.reset = Happens(0.5);
  plan.split = Happens(faults_.split);
  plan.delay = Happens(faults_.delay);
  counts_.split += plan.split ? 1 : 0;
  counts_.delayed += plan.delay ? 1 : 0;
  return plan;
}

void ChaosProxy::Read(Connection& connection, Direction& direction, Instant now) {
  std::array<char, kReadBytes> bytes{};
  const ssize_t count = recv(direction.from, bytes.data(), bytes.size(), 0);
  if (count > 0) {
    Pass(connection, direction, {bytes.data(), static_cast<std::size_t>(count)}, now);
  } else if (count == 0) {
    direction.ended = true;
  } else if (errno != EAGAIN && errno != EINTR) {
    Close(connection, true);
  }
}

void ChaosProxy::Pass(Connection& connection, Direction& direction, std::string bytes,
                      Instant now) {
  Plan& plan = connection.plan;
  const std::uint64_t from = direction.passed;
  const auto meets = [&](std::uint64_t at) { return at > from && at <= from + bytes.size(); };
  direction.passed += bytes.size();
  const std::unique_lock lock(mutex_);
  if (meets(plan.corrupt_at)) {
    char& byte = bytes[plan.corrupt_at - from - 1];
    byte = static_cast<char>(byte ^ static_cast<char>(1U << (chance_() % 8)));
    plan.corrupt_at = 0;
    ++counts_.corrupted;
  }
  if (meets(plan.stall_at)) {
    plan.stall_at = 0;
    connection.stalled_until = now + faults_.stall_for;
    ++counts_.stalled;
  }
  if (plan.swallow_at != 0 && from + bytes.size() >= plan.swallow_at) {
    counts_.swallowed += plan.swallowed ? 0 : 1;
    plan.swallowed = true;
    plan.cut_at = 0;
    plan.swallow_at = 1;  // the other direction too
    return;
  }
  if (meets(plan.cut_at)) {
    ++counts_.cut;
    bytes.resize(plan.cut_at - from - 1);
    // Queued bytes are lost, and so is everything after them, because a connection has no gaps.
    if (direction.pieces.empty()) {
      (void)send(direction.to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    return Close(connection, plan.reset);
  }
  const auto most = static_cast<std::uint64_t>(faults_.delay_most.count());
  Instant due = plan.delay ? now + milliseconds(chance_() % (most + 1)) : now;
  if (!direction.pieces.empty()) due = std::max(due, direction.pieces.back().due);
  if (!plan.split) {
    direction.pieces.push_back({.due = due, .bytes = std::move(bytes)});
  } else {
    for (const char byte : bytes) direction.pieces.push_back({.due = due, .bytes = {byte}});
  }
}

void ChaosProxy::Write(Connection& connection, Direction& direction, Instant now) {
  while (!direction.pieces.empty() && direction.pieces.front().due <= now) {
    Piece& piece = direction.pieces.front();
    const ssize_t sent = send(direction.to, piece.bytes.data(), piece.bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN && errno != EINTR && errno != ENOTCONN) Close(connection, true);
      return;
    }
    piece.bytes.erase(0, static_cast<std::size_t>(sent));
    if (!piece.bytes.empty()) return;
    direction.pieces.pop_front();
  }
  if (!direction.ended || direction.notified || !direction.pieces.empty()) return;
  direction.notified = true;
  shutdown(direction.to, SHUT_WR);
  if (connection.there.notified && connection.back.notified) Close(connection, false);
}

void ChaosProxy::Close(Connection& connection, bool reset) {
  for (int* fd : {&connection.there.from, &connection.back.from}) {
    if (*fd < 0) continue;
    const linger now{.l_onoff = 1, .l_linger = 0};
    if (reset) setsockopt(*fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    close(std::exchange(*fd, -1));
  }
  connection.over = true;
}

}  // namespace prichal::chaos
