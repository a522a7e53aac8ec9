// The one HTTPS client of the server process. Sign-in, webhooks and the wallets list send their
// requests through it.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/clock.h"
#include "base/unique_function.h"
#include "outbound/transfer.h"

namespace prichal::outbound {

/// A thread that runs all transfers of this process concurrently, with one pool of connections. It
/// never blocks on a server, a name lookup or a disk, so a slow server does not delay other
/// requests. One per process, created before its request groups and destroyed after them. The
/// thread starts with the first group.
class HttpsClient {
 public:
  HttpsClient();
  HttpsClient(const HttpsClient&) = delete;
  HttpsClient& operator=(const HttpsClient&) = delete;
  ~HttpsClient();

 private:
  friend class RequestGroup;
  class Impl;

  [[nodiscard]] Impl& Started();

  std::once_flag once_;
  std::unique_ptr<Impl> impl_;  ///< null until the first group
};

/// The requests of one user of the client: limited in number and cancelled together. Callbacks run
/// on the client's thread and must return quickly; slow work belongs to a loop or a thread of the
/// user.
class RequestGroup {
 public:
  using Done = UniqueFunction<void(Response)>;

  /// `most_requests`: limit of pending requests; further ones fail.
  explicit RequestGroup(HttpsClient& client, std::size_t most_requests = 64);
  RequestGroup(const RequestGroup&) = delete;
  RequestGroup& operator=(const RequestGroup&) = delete;
  /// Calls Stop().
  ~RequestGroup() { Stop(); }

  /// Sends a request. `done` is called once: on the client's thread, or at once on the calling
  /// thread if the group is full or stopped. Any thread; takes no lock.
  void Send(Request request, Done done);
  /// Runs `task` on the client's thread, after those posted before. Dropped if the group is
  /// stopped. Any thread; takes no lock.
  void Post(Task task);
  /// Runs `task` when `delay` has passed, unless the group is stopped by then. From callbacks and
  /// tasks of the group only.
  void RunAfter(Millis delay, Task task);

  /// Fails all pending requests and drops all timers. No callback runs after it returns. A second
  /// call does nothing. Must not be called from a callback.
  void Stop();

 private:
  friend class HttpsClient;

  HttpsClient::Impl& client_;
  const std::size_t most_requests_;
  std::atomic<std::size_t> pending_{0};  ///< requests and tasks
  std::atomic<bool> stopped_{false};
};

}  // namespace prichal::outbound
