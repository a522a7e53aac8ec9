#include "net/server.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

#include "net/address.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

/// How many loops `ServerOptions::loops` means on this machine.
std::size_t LoopsFor(std::size_t wanted) {
  return wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, const Clock* clock) {
    shared.options = options;
    shared.head_limits = {
        .head = options.max_head, .target = options.max_target, .fields = options.max_headers};
    shared.clock = clock == nullptr ? &machine_clock : clock;
    shared.drained = [this] {
      const std::lock_guard lock(mutex);
      ++drained;
      condition.notify_all();
    };
    for (std::size_t i = 0; i < LoopsFor(options.loops); ++i) {
      loops.push_back(std::make_unique<EventLoop>(static_cast<std::uint32_t>(i), shared));
    }
  }

  void StopThreads() {
    for (const auto& loop : loops) loop->Stop();
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }

  MachineClock machine_clock;
  ServerShared shared;
  std::vector<std::unique_ptr<EventLoop>> loops;
  std::vector<std::thread> threads;

  std::mutex mutex;
  std::condition_variable condition;
  std::size_t drained = 0;
};

Server::Server(const ServerOptions& options, const Clock* clock)
    : impl_(std::make_unique<Impl>(options, clock)) {}

Server::~Server() { impl_->StopThreads(); }

std::size_t Server::loop_count() const { return impl_->loops.size(); }

Loop& Server::loop(std::size_t index) { return *impl_->loops.at(index); }

Result<std::string, ListenError> Server::Listen(const Site& site) {
  const std::size_t count = site.admin ? 1 : impl_->loops.size();
  auto bound = BindAll(site.listen, count);
  if (!bound) return Fail(bound.error());
  for (std::size_t i = 0; i < count; ++i) {
    EventLoop& loop = *impl_->loops[i];
    loop.AddListener(bound->descriptors[i], site.handler(loop), site.admin);
  }
  return bound->address;
}

void Server::Start() {
  // Signals are the main thread's: what a thread blocks, its children block.
  sigset_t all{};
  sigset_t before{};
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (const auto& loop : impl_->loops) {
    impl_->threads.emplace_back([raw = loop.get()] { raw->Run(); });
    const std::string name = fmt::format("loop-{}", loop->index());
    pthread_setname_np(impl_->threads.back().native_handle(), name.c_str());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool Server::Drain(Millis deadline) {
  for (const auto& loop : impl_->loops) {
    loop->PostAlways([raw = loop.get()] { raw->BeginDrain(); });
  }
  bool all_done = false;
  {
    std::unique_lock lock(impl_->mutex);
    all_done = impl_->condition.wait_for(lock, deadline,
                                         [this] { return impl_->drained == impl_->loops.size(); });
  }
  impl_->StopThreads();
  return all_done;
}

NetStats Server::Stats() const {
  NetStats stats;
  for (const auto& loop : impl_->loops) stats.Add(loop->counters());
  stats.request_bytes = impl_->shared.request_bytes.load(std::memory_order_relaxed);
  return stats;
}

const LoopCounters& Server::counters(std::size_t loop) const {
  return impl_->loops.at(loop)->counters();
}

}  // namespace prichal::net
