#include "net/server.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/blocked_signals.h"
#include "net/address.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

/// Streams of one loop that are ended at once, and how long the next ones wait: 5,000 a second.
constexpr std::size_t kStreamsAtOnce = 50;
constexpr std::chrono::milliseconds kBetweenStreams{10};
/// Between two looks at what the loops still have to answer: connections do not tell this thread of
/// their end.
constexpr std::chrono::milliseconds kLookAgain{2};

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

  [[nodiscard]] std::vector<EventLoop*> LoopsOf(const Site& site) const {
    if (site.admin) return {admin.get()};
    std::vector<EventLoop*> all;
    all.reserve(loops.size());
    for (const auto& loop : loops) all.push_back(loop.get());
    return all;
  }

  /// The sockets of this name that the process before has handed over, none: there were none.
  std::vector<Descriptor> TakeAdopted(const std::string& name) {
    const auto found = std::find_if(adopted.begin(), adopted.end(),
                                    [&](const HandedSocket& one) { return one.name == name; });
    if (found == adopted.end()) return {};
    std::vector<Descriptor> sockets = std::move(found->sockets);
    adopted.erase(found);
    return sockets;
  }

  /// What `count` gives for every loop, added up; each is asked on its own thread.
  std::size_t Sum(const std::function<std::size_t(EventLoop&)>& count) {
    std::size_t sum = 0;
    std::size_t answers = 0;
    ForEach([&](EventLoop& loop) {
      loop.PostAlways([&, raw = &loop] {
        const std::size_t mine = count(*raw);
        const std::lock_guard lock(mutex);
        sum += mine;
        ++answers;
        condition.notify_all();
      });
    });
    std::unique_lock lock(mutex);
    condition.wait(lock, [&] { return answers == loops.size() + 1; });
    return sum;
  }

  /// What Bind() has made of an address.
  struct Bound {
    std::string site;
    ListenAddress address;
    BoundAddress sockets;
  };

  MachineClock machine_clock;
  ServerShared shared;
  std::vector<HandedSocket> adopted;  ///< and not asked for yet
  std::vector<std::string> adopted_paths;
  std::vector<Bound> bound;        ///< and not served yet
  std::vector<HandedSocket> kept;  ///< copies of all sockets that are listened on
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
        "cannot listen on \"{}\": {}; write an address such as 127.0.0.1:8080 or [::1]:8080, or "
        "unix: and a path",
        site.listen, address.error())});
  }
  auto bound = Listen(site, {*address});
  if (!bound) return Fail(bound.error());
  return std::move(bound->front());
}

Result<std::vector<std::string>, ListenError> Server::Listen(
    const Site& site, const std::vector<ListenAddress>& addresses) {
  auto names = Bind(site, addresses);
  if (!names) return Fail(names.error());
  if (auto serves = Serve(site); !serves) return Fail(serves.error());
  return names;
}

Result<std::vector<std::string>, ListenError> Server::Bind(
    const Site& site, const std::vector<ListenAddress>& addresses) {
  const std::size_t loops = impl_->LoopsOf(site).size();
  std::vector<std::string> names;
  for (const ListenAddress& address : addresses) {
    const std::string name = fmt::format("{} {}", site.name, address.ToText());
    auto adopted = impl_->TakeAdopted(name);
    if (!adopted.empty() && !address.path.empty()) impl_->adopted_paths.push_back(address.path);
    auto made =
        adopted.empty() ? BindAll(address, loops) : AdoptAll(address, loops, std::move(adopted));
    if (!made) return Fail(made.error());
    names.push_back(made->front().address);
    HandedSocket& kept = impl_->kept.emplace_back(HandedSocket{.name = name});
    for (BoundAddress& one : *made) {
      // Descriptors of one socket are all the same.
      const std::size_t sockets = one.one_socket ? 1 : one.descriptors.size();
      for (std::size_t i = 0; i < sockets; ++i) {
        kept.sockets.push_back(CopyOf(one.descriptors[i]));
      }
      impl_->bound.push_back({.site = site.name, .address = address, .sockets = std::move(one)});
    }
  }
  return names;
}

Result<void, ListenError> Server::Serve(const Site& site) {
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
        return Fail(ListenError{
            fmt::format("cannot listen on {}: the kernel watches no more descriptors (epoll); "
                        "raise fs.epoll.max_user_watches",
                        address.ToText())});
      }
    }
    if (sockets.file) impl_->files.push_back(std::move(*sockets.file));
  }
  return {};
}

void Server::Adopt(std::vector<HandedSocket> sockets) { impl_->adopted = std::move(sockets); }

void Server::OwnAdoptedFiles() {
  for (const std::string& path : std::exchange(impl_->adopted_paths, {})) {
    impl_->files.push_back(UnixSocketFile::Adopt(path));
  }
}

std::vector<HandedSocket> Server::SocketsToHand() const {
  std::vector<HandedSocket> all;
  for (const HandedSocket& kept : impl_->kept) {
    HandedSocket copy{.name = kept.name};
    for (const Descriptor& socket : kept.sockets) copy.sockets.push_back(CopyOf(socket));
    all.push_back(std::move(copy));
  }
  return all;
}

std::size_t Server::LetGoOfRequests(const LettingGo& times) {
  impl_->ForEach([](EventLoop& loop) { loop.PostAlways([raw = &loop] { raw->AnnounceEnd(); }); });
  // Whoever uses his connection within this time has heard of it; there is nothing else to wait
  // for.
  std::this_thread::sleep_for(times.notice);
  const auto began = std::chrono::steady_clock::now();
  impl_->ForEach([](EventLoop& loop) { loop.PostAlways([raw = &loop] { raw->LetGo(); }); });
  while (true) {
    const auto waited = std::chrono::steady_clock::now() - began;
    const bool over = waited >= times.deadline;
    const std::size_t left = impl_->Sum([&](EventLoop& loop) {
      if (over) return loop.Cut(EventLoop::Whom::kAllButStreams);
      if (waited >= times.newcomers) (void)loop.Cut(EventLoop::Whom::kNewcomers);
      return loop.RequestsLeft();
    });
    if (over || left == 0) return left;
    std::this_thread::sleep_for(kLookAgain);
  }
}

void Server::ForgetSockets() {
  impl_->kept.clear();
  for (UnixSocketFile& file : impl_->files) file.Forget();
}

void Server::EndStreams() {
  while (impl_->Sum([](EventLoop& loop) { return loop.EndStreams(kStreamsAtOnce); }) != 0) {
    std::this_thread::sleep_for(kBetweenStreams);
  }
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
  // Whoever comes from now on is refused, not left to wait.
  impl_->kept.clear();
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
