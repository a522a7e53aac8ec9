#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/ip_address.h"
#include "base/listen_address.h"
#include "base/result.h"
#include "net/counters.h"
#include "net/handler.h"
#include "net/loop.h"
#include "tls/certificate.h"

namespace prichal::net {

/// Limits and deadlines that hold for every connection. What is not set is without a bound: the
/// defaults of the product are those of its configuration.
struct ServerOptions {
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
  static constexpr Millis kNever = std::chrono::hours(24 * 20);

  std::size_t loops = 0;  ///< threads that serve, at least one
  /// Of all sites together; beyond it a new connection gets 503 and is closed. Before that, from
  /// nine tenths on, those that wait between requests are closed, the longest idle first.
  std::size_t max_connections = kNoBound;
  /// Of one client address (IPv6: of one /64) that `counts_address` is true for; beyond it a new
  /// one is refused like that. 0: no bound. Counted are as many addresses as `max_connections`.
  std::size_t connections_per_address = 0;
  /// False for machines that connect for many. Any thread.
  std::function<bool(const IpAddress&)> counts_address = [](const IpAddress& address) {
    return !address.is_local();
  };
  /// Machines that may say, by a PROXY header, for whom they stand: on addresses where it is
  /// wanted. Any thread.
  std::function<bool(const IpAddress&)> trusts_balancer = [](const IpAddress&) { return false; };
  /// Tasks that wait in the mailbox of one loop.
  std::size_t mailbox_tasks = 64 * 1024;

  std::size_t max_head = kNoBound;    ///< bytes of request line and headers; beyond it 431
  std::size_t max_target = kNoBound;  ///< bytes of the request target; beyond it 414
  std::size_t max_headers = 64;       ///< header lines; beyond it 431
  /// Bytes of requests that have come in part, of all connections together; beyond it 503. One that
  /// comes whole is not counted.
  std::size_t request_bytes = kNoBound;

  /// Streams that one connection of HTTP/2 may have open at a time.
  std::uint32_t http2_streams = 128;

  Millis header_deadline = kNever;    ///< from the first byte of a request to the end of its head
  Millis body_deadline = kNever;      ///< from the end of the head to the end of the body
  Millis response_deadline{30'000};   ///< for a handler that answers later
  Millis idle_deadline = kNever;      ///< between requests on one connection
  Millis progress_deadline = kNever;  ///< for a reader that takes nothing of what waits for it
};

/// What answers, and where.
struct Site {
  /// Names it in errors and tells it from the others.
  std::string name{};
  /// Of Listen(site): as ListenAddress::Parse() takes it.
  std::string listen{};
  /// Called by Server::Listen() once for each loop, on the calling thread.
  std::function<std::unique_ptr<Handler>(Loop&)> handler;
  /// True for the admin site: it has a loop of its own, because a scrape may take its time, and
  /// listens until the very end of a drain, so that readiness can be asked while the others go
  /// down.
  bool admin = false;
  /// It is spoken to by TLS, with what Server::UseTls() has been given, but for addresses that say
  /// plain.
  bool tls = false;
};

/// What the sites that speak TLS answer with.
struct TlsOptions {
  std::shared_ptr<const tls::Certificate> certificate;
  /// How long a client's session ticket is good for.
  std::chrono::seconds ticket_lifetime{43'200};
  /// HTTP/2 is spoken with who knows it.
  bool http2 = false;
};

struct ListenError {
  std::string message;  ///< names the address, the reason and the way out
};

/// All loops and listeners of the process. loop_count() and loop() are of those that serve; the
/// loop of the admin site is counted nowhere but in Stats().
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
  /// The same on several addresses, whose connections one handler a loop answers.
  Result<std::vector<std::string>, ListenError> Listen(const Site& site,
                                                       const std::vector<ListenAddress>& addresses);

  /// Listen() in two steps, of which this is the first: from here on connections wait in the
  /// kernel, if need be until Serve(). KeepFamiliesApart() has been called with the addresses of
  /// all sites. The real addresses, in the same order. The files of unix sockets go when the server
  /// does. Of `site`, its handler is not called yet.
  Result<std::vector<std::string>, ListenError> Bind(const Site& site,
                                                     const std::vector<ListenAddress>& addresses);
  /// The second, with the same site. The error names an address.
  Result<void, ListenError> Serve(const Site& site);

  /// Starts the threads.
  void Start();

  /// Posts a task to every loop, past the bound of its mailbox: 0 to loop_count() - 1 serve,
  /// loop_count() is that of the admin site. `make` is called with each on the calling thread. Any
  /// thread; what is posted when the loops have ended is not run.
  void PostToEach(const std::function<Task(std::size_t loop)>& make);

  /// Shuts down in order. First every loop stops accepting. A listening socket that the service
  /// manager holds stays open, and new connections wait in its queue for the next process. Then
  /// requests that have arrived are answered, idle connections closed, and streams ended with a
  /// clean last chunk. Blocks until all is done or `deadline` has passed, then stops the threads.
  /// True if no connection had to be cut.
  bool Drain(Millis deadline);

  /// From now on: limits and deadlines, on each loop from its next task on. What is at the start
  /// only stays: `loops`, `mailbox_tasks` and the bounds of a head.
  void Reload(const ServerOptions& options);

  /// From now on, new connections to sites that speak TLS are answered with this; open ones go on.
  /// Before the first of these is listened on, and whenever the certificate is another. Tickets
  /// that were given before stay good. The error is OpenSSL's reason; everything is as it was then.
  Result<void, std::string> UseTls(const TlsOptions& options);

  /// From now on session tickets are sealed with a new key; those of the key before can be opened
  /// until the next rotation. After UseTls().
  void RotateTicketKeys();

  [[nodiscard]] NetStats Stats() const;
  [[nodiscard]] const LoopCounters& counters(std::size_t loop) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::net
