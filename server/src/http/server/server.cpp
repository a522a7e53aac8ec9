#include "http/server/server.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/background_thread.h"
#include "http/server/bound_address.h"
#include "http/server/event_loop.h"

namespace prichal::http {
namespace {

/// Maximum number of client addresses that are counted at a time.
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
    shared.drained = [this] { CountLoop(drained); };
    for (std::size_t i = 0; i < std::max<std::size_t>(1, options.loops); ++i) {
      loops.push_back(std::make_unique<EventLoop>(static_cast<std::uint32_t>(i), shared));
    }
    admin = std::make_unique<EventLoop>(static_cast<std::uint32_t>(loops.size()), shared);
  }

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

  [[nodiscard]] std::vector<EventLoop*> LoopsOf(const Site& site) const {
    if (site.admin) return {admin.get()};
    std::vector<EventLoop*> all;
    all.reserve(loops.size());
    for (const auto& loop : loops) all.push_back(loop.get());
    return all;
  }

  /// Counts a loop that has finished a step of the drain. Any thread.
  void CountLoop(std::size_t& finished) {
    const std::lock_guard lock(mutex);
    ++finished;
    condition.notify_all();
  }
  /// Waits until all loops are counted. False if `deadline` has passed.
  bool AwaitLoops(const std::size_t& finished, std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex);
    return condition.wait_until(lock, deadline, [&] { return finished == loops.size() + 1; });
  }

  /// A socket from Bind() and its address.
  struct Bound {
    std::string site;
    ListenAddress address;
    BoundAddress sockets;
  };

  MachineClock machine_clock;
  ServerShared shared;
  std::vector<Bound> bound;  ///< not served yet
  // Declared before the loops, whose listeners use them.
  std::vector<std::unique_ptr<AcceptTurns>> turns;
  std::vector<UnixSocketFile> files;
  std::vector<std::unique_ptr<EventLoop>> loops;
  std::unique_ptr<EventLoop> admin;
  std::vector<std::thread> threads;
  std::shared_ptr<const tls::TicketKeys> ticket_keys;  ///< null if no site uses TLS

  std::mutex mutex;
  std::condition_variable condition;
  std::size_t stopped_accepting = 0;  ///< number of loops
  std::size_t drained = 0;            ///< number of loops
};

Server::Server(const ServerOptions& options, const Clock* clock)
    : impl_(std::make_unique<Impl>(options, clock)) {}

Server::~Server() { impl_->StopThreads(); }

std::size_t Server::loop_count() const { return impl_->loops.size(); }

Loop& Server::loop(std::size_t index) { return *impl_->loops.at(index); }

Result<std::string, std::string> Server::Listen(const Site& site) {
  const auto address = ListenAddress::Parse(site.listen);
  if (!address) {
    return Fail(fmt::format("cannot listen on \"{}\": {}", site.listen, address.error()));
  }
  auto bound = Listen(site, {*address});
  if (!bound) return Fail(bound.error());
  return std::move(bound->front());
}

Result<std::vector<std::string>, std::string> Server::Listen(
    const Site& site, const std::vector<ListenAddress>& addresses) {
  auto names = Bind(site, addresses);
  if (!names) return Fail(names.error());
  if (auto serves = Serve(site); !serves) return Fail(serves.error());
  return names;
}

Result<std::vector<std::string>, std::string> Server::Bind(
    const Site& site, const std::vector<ListenAddress>& addresses) {
  const std::size_t loops = impl_->LoopsOf(site).size();
  std::vector<std::string> names;
  for (const ListenAddress& address : addresses) {
    auto sockets = BindAll(address, loops);
    if (!sockets) return Fail(sockets.error());
    names.push_back(sockets->address);
    impl_->bound.push_back({.site = site.name, .address = address, .sockets = *std::move(sockets)});
  }
  return names;
}

Result<void, std::string> Server::Serve(const Site& site) {
  const auto loops = impl_->LoopsOf(site);
  std::vector<Handler*> handlers;
  handlers.reserve(loops.size());
  for (EventLoop* loop : loops) handlers.push_back(&loop->AddHandler(site.handler(*loop)));
  for (auto& [name, address, sockets] : std::exchange(impl_->bound, {})) {
    if (name != site.name) {
      impl_->bound.push_back({std::move(name), std::move(address), std::move(sockets)});
      continue;
    }
    ListenerKind kind{
        .admin = site.admin, .tls = site.tls && !address.plain, .proxied = address.proxied};
    if (sockets.one_socket && loops.size() > 1) {
      kind.turns = impl_->turns.emplace_back(std::make_unique<AcceptTurns>()).get();
    }
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const int fd = sockets.descriptors[i].Release();
      if (!loops[i]->AddListener(fd, *handlers[i], kind)) {
        return Fail(
            fmt::format("cannot listen on {}: the kernel's limit of epoll watches is reached. "
                        "Fix: raise fs.epoll.max_user_watches",
                        address.ToText()));
      }
    }
    if (sockets.file) impl_->files.push_back(std::move(*sockets.file));
  }
  return {};
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
  const auto end = std::chrono::steady_clock::now() + deadline;
  // Two steps, so that a connection accepted for another loop reaches that loop before its drain.
  impl_->ForEach([this](EventLoop& loop) {
    loop.PostAlways([this, raw = &loop] {
      raw->StopAccepting();
      impl_->CountLoop(impl_->stopped_accepting);
    });
  });
  (void)impl_->AwaitLoops(impl_->stopped_accepting, end);
  impl_->ForEach([](EventLoop& loop) { loop.PostAlways([raw = &loop] { raw->BeginDrain(); }); });
  const bool all_done = impl_->AwaitLoops(impl_->drained, end);
  impl_->StopThreads();
  return all_done;
}

void Server::Reload(const ServerOptions& options) {
  impl_->shared.by_address->SetMost(options.connections_per_address);
  const auto shared = std::make_shared<const ServerOptions>(options);
  impl_->ForEach([&](EventLoop& loop) {
    loop.PostAlways([raw = &loop, shared] { raw->SetOptions(shared); });
  });
}

Result<void, std::string> Server::SetTls(const TlsOptions& options) {
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
      loop.SetTls(std::move(contexts[i]));
    } else {
      loop.PostAlways([&loop, context = std::move(contexts[i])] { loop.SetTls(context); });
    }
  }
  return {};
}

void Server::RotateTicketKeys() {
  impl_->ticket_keys = impl_->ticket_keys->Rotated();
  for (const auto& loop : impl_->loops) {
    loop->PostAlways(
        [raw = loop.get(), keys = impl_->ticket_keys] { raw->tls()->SetTicketKeys(keys); });
  }
}

http::Stats Server::Stats() const {
  http::Stats stats(impl_->shared.options->routes);
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

}  // namespace prichal::http
