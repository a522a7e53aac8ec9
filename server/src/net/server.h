#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "net/counters.h"
#include "net/handler.h"
#include "net/loop.h"

namespace prichal::net {

/// Limits and deadlines that hold for every connection.
struct ServerOptions {
  /// Threads that serve; 0: as many as the machine has processors.
  std::size_t loops = 0;
  /// Of all sites together; beyond it a new connection gets 503 and is closed.
  std::size_t max_connections = 18'000;
  /// Tasks that wait in the mailbox of one loop.
  std::size_t mailbox_tasks = 64 * 1024;

  std::size_t max_head = 32 * 1024;    ///< bytes of request line and headers; beyond it 431
  std::size_t max_target = 16 * 1024;  ///< bytes of the request target; beyond it 414
  std::size_t max_headers = 64;        ///< header lines; beyond it 431
  /// Bytes of requests that have come in part, of all connections together; beyond it 503. One that
  /// comes whole is not counted.
  std::size_t request_bytes = 256UL * 1024 * 1024;

  Millis header_deadline{10'000};    ///< from the first byte of a request to the end of its head
  Millis body_deadline{15'000};      ///< from the end of the head to the end of the body
  Millis answer_deadline{30'000};    ///< for a handler that answers later
  Millis idle_deadline{60'000};      ///< between requests on one connection
  Millis progress_deadline{30'000};  ///< for a reader that takes nothing of what waits for it
};

/// One address and what answers there.
struct Site {
  /// "HOST:PORT" with a numeric host: "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:80". Port 0: any.
  std::string listen;
  /// Called by Server::Listen() once for each loop, on the calling thread.
  std::function<std::unique_ptr<Handler>(Loop&)> handler;
  /// True for the admin site: it listens on the first loop alone, and until the very end of a
  /// drain, so that readiness can be asked while the others go down.
  bool admin = false;
};

struct ListenError {
  std::string message;  ///< names the address, the reason and the way out
};

/// All loops and listeners of the process.
///
/// Owns the loop threads. Lives on the thread that starts and stops it; Listen() comes before
/// Start(), Start() once, Drain() at most once. Stats() may be called from any thread.
class Server {
 public:
  /// `clock`: null for the machine's; must outlive the server.
  explicit Server(const ServerOptions& options, const Clock* clock = nullptr);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  /// Ends at once what still runs.
  ~Server();

  [[nodiscard]] std::size_t loop_count() const;
  [[nodiscard]] Loop& loop(std::size_t index);

  /// Binds and listens, without accepting yet. The real address, as in "127.0.0.1:43127".
  Result<std::string, ListenError> Listen(const Site& site);

  /// Starts the threads.
  void Start();

  /// Goes down in order: no new connections and streams, idle connections closed, requests under
  /// way answered, streams ended with a clean last chunk. Blocks until all is done or `deadline`
  /// has passed, then stops the threads. True when nothing had to be cut.
  bool Drain(Millis deadline);

  [[nodiscard]] NetStats Stats() const;
  [[nodiscard]] const LoopCounters& counters(std::size_t loop) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::net
