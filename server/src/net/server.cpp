#include "net/server.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/blocked_signals.h"
#include "net/address.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

/// Addresses with a connection open that can be told apart.
constexpr std::size_t kMostAddresses = 1 << 20;

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, const Clock* clock) {
    shared.options = std::make_shared<const ServerOptions>(options);
    shared.head_limits = {
        .head = options.max_head, .target = options.max_target, .fields = options.max_headers};
    shared.by_address = std::make_unique<ConcurrencyLimiter>(
        options.connections_per_address, std::min(options.max_connections, kMostAddresses),
        shared.hash);
    shared.clock = clock == nullptr ? &machine_clock : clock;
    shared.drained = [this] {
      const std::lock_guard lock(mutex);
      ++drained;
      condition.notify_all();
    };
    for (std::size_t i = 0; i < std::max<std::size_t>(1, options.loops); ++i) {
      loops.push_back(std::make_unique<EventLoop>(static_cast<std::uint32_t>(i), shared));
    }
    admin = std::make_unique<EventLoop>(static_cast<std::uint32_t>(loops.size()), shared);
  }

  /// Calls `act` with every loop.
  template <typename Act>
  void ForEach(Act act) const {
    for (const auto& loop : loops) act(*loop);
    act(*admin);
  }

  void StopThreads() {
    ForEach([](EventLoop& loop) { loop.Stop(); });
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }

  MachineClock machine_clock;
  ServerShared shared;
  // Before the loops, whose listeners use them.
  std::vector<std::unique_ptr<AcceptTurns>> turns;
  std::vector<UnixSocketFile> files;
  std::vector<std::unique_ptr<EventLoop>> loops;
  std::unique_ptr<EventLoop> admin;
  std::vector<std::thread> threads;
  std::shared_ptr<const tls::TicketKeys> ticket_keys;  ///< null: nobody speaks TLS

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
  const auto address = ListenAddress::Parse(site.listen);
  if (!address) {
    return Fail(ListenError{fmt::format(
        "cannot listen on \"{}\": not an address; write HOST:PORT with a numeric host, such as "
        "127.0.0.1:8080 or [::1]:8080, or unix: and a path",
        site.listen)});
  }
  auto bound = Listen(site, {*address});
  if (!bound) return Fail(bound.error());
  return std::move(bound->front());
}

Result<std::vector<std::string>, ListenError> Server::Listen(
    const Site& site, const std::vector<ListenAddress>& addresses) {
  std::vector<EventLoop*> loops;
  if (site.admin) {
    loops.push_back(impl_->admin.get());
  } else {
    for (const auto& loop : impl_->loops) loops.push_back(loop.get());
  }
  std::vector<Handler*> handlers;
  handlers.reserve(loops.size());
  for (EventLoop* loop : loops) handlers.push_back(&loop->AddHandler(site.handler(*loop)));

  std::vector<std::string> names;
  names.reserve(addresses.size());
  for (const ListenAddress& address : addresses) {
    auto bound = BindAll(address, loops.size());
    if (!bound) return Fail(bound.error());
    ListenerKind kind{.admin = site.admin, .tls = site.tls, .proxied = address.proxied};
    if (bound->one_socket && loops.size() > 1) {
      kind.turns = impl_->turns.emplace_back(std::make_unique<AcceptTurns>()).get();
    }
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const int fd = bound->descriptors[i].Release();
      if (!loops[i]->AddListener(fd, *handlers[i], kind)) {
        return Fail(ListenError{
            fmt::format("cannot listen on {}: the kernel watches no more descriptors (epoll); "
                        "raise fs.epoll.max_user_watches",
                        address.ToText())});
      }
    }
    if (bound->file) impl_->files.push_back(std::move(*bound->file));
    names.push_back(std::move(bound->address));
  }
  return names;
}

void Server::Start() {
  const BlockedSignals blocked;
  impl_->ForEach([this](EventLoop& loop) {
    impl_->threads.emplace_back([raw = &loop] { raw->Run(); });
    const std::string name =
        &loop == impl_->admin.get() ? "admin" : fmt::format("loop-{}", loop.index());
    pthread_setname_np(impl_->threads.back().native_handle(), name.c_str());
  });
}

void Server::PostToEach(const std::function<Task(std::size_t)>& make) {
  std::size_t index = 0;
  impl_->ForEach([&](EventLoop& loop) { loop.PostAlways(make(index++)); });
}

bool Server::Drain(Millis deadline) {
  impl_->ForEach([](EventLoop& loop) { loop.PostAlways([raw = &loop] { raw->BeginDrain(); }); });
  bool all_done = false;
  {
    std::unique_lock lock(impl_->mutex);
    all_done = impl_->condition.wait_for(
        lock, deadline, [this] { return impl_->drained == impl_->loops.size() + 1; });
  }
  impl_->StopThreads();
  return all_done;
}

void Server::Reload(const ServerOptions& options) {
  impl_->shared.by_address->SetMost(options.connections_per_address);
  const auto shared = std::make_shared<const ServerOptions>(options);
  impl_->ForEach(
      [&](EventLoop& loop) { loop.PostAlways([raw = &loop, shared] { raw->Use(shared); }); });
}

Result<void, std::string> Server::UseTls(const TlsOptions& options) {
  if (impl_->ticket_keys == nullptr) impl_->ticket_keys = tls::TicketKeys::Make();
  std::vector<std::shared_ptr<tls::ServerContext>> contexts;
  for (std::size_t i = 0; i < impl_->loops.size(); ++i) {
    auto made = tls::ServerContext::Make(*options.certificate, impl_->ticket_keys,
                                         options.ticket_lifetime, options.http2);
    if (!made) return Fail(made.error());
    contexts.push_back(*std::move(made));
  }
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    EventLoop& loop = *impl_->loops[i];
    if (impl_->threads.empty()) {
      loop.Use(std::move(contexts[i]));
    } else {
      loop.PostAlways([&loop, context = std::move(contexts[i])] { loop.Use(context); });
    }
  }
  return {};
}

void Server::RotateTicketKeys() {
  impl_->ticket_keys = impl_->ticket_keys->Rotated();
  for (const auto& loop : impl_->loops) {
    loop->PostAlways([raw = loop.get(), keys = impl_->ticket_keys] { raw->tls()->Use(keys); });
  }
}

NetStats Server::Stats() const {
  NetStats stats;
  impl_->ForEach([&](const EventLoop& loop) {
    stats.Add(loop.counters());
    stats.mailbox_full += loop.tasks_refused();
  });
  stats.request_bytes = impl_->shared.request_bytes.load(std::memory_order_relaxed);
  return stats;
}

const LoopCounters& Server::counters(std::size_t loop) const {
  return impl_->loops.at(loop)->counters();
}

}  // namespace prichal::net
