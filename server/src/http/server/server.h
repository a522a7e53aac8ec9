#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/address.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/connection/counters.h"
#include "http/connection/handler.h"
#include "http/connection/loop_context.h"
#include "http/tls/certificate.h"

namespace prichal::net {

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
  /// It is spoken to by TLS, with what Server::SetTls() has been given, but for addresses that say
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
  Result<std::string, std::string> Listen(const Site& site);
  /// The same on several addresses, whose connections one handler a loop answers.
  Result<std::vector<std::string>, std::string> Listen(const Site& site,
                                                       const std::vector<ListenAddress>& addresses);

  /// Listen() in two steps, of which this is the first: from here on connections wait in the
  /// kernel, if need be until Serve(). KeepFamiliesApart() has been called with the addresses of
  /// all sites. The real addresses, in the same order. The files of unix sockets go when the server
  /// does. Of `site`, its handler is not called yet.
  Result<std::vector<std::string>, std::string> Bind(const Site& site,
                                                     const std::vector<ListenAddress>& addresses);
  /// The second, with the same site. The error names an address.
  Result<void, std::string> Serve(const Site& site);

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
  Result<void, std::string> SetTls(const TlsOptions& options);

  /// From now on session tickets are sealed with a new key; those of the key before can be opened
  /// until the next rotation. After SetTls().
  void RotateTicketKeys();

  [[nodiscard]] NetStats Stats() const;
  [[nodiscard]] const LoopCounters& counters(std::size_t loop) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::net
