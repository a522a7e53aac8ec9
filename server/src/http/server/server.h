#pragma once

#include <cstddef>
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

namespace prichal::http {

/// A handler and its address.
struct Site {
  /// Unique name, used in errors.
  std::string name{};
  /// Address for Listen(site), in the syntax of ListenAddress::Parse().
  std::string listen{};
  /// Called by Server::Listen() once for each loop, on the calling thread.
  std::function<std::unique_ptr<Handler>(Loop&)> handler;
  /// True for the admin site. It has its own loop, because a scrape can be slow. It accepts until
  /// the end of a drain, so that readiness probes are answered during the drain.
  bool admin = false;
  /// True if its addresses use TLS as set by Server::SetTls(), except addresses marked as plain.
  bool tls = false;
};

/// TLS settings of all sites that use it.
struct TlsOptions {
  std::shared_ptr<const tls::Certificate> certificate;
  /// Lifetime of session tickets.
  std::chrono::seconds ticket_lifetime{43'200};
  /// True to offer HTTP/2.
  bool http2 = false;
};

/// All loops and listeners of the process. loop_count() and loop() cover only the loops that serve;
/// Stats() and PostToEach() also include the admin site's loop.
///
/// Owns the loop threads. Lives on the thread that starts and stops it. Call Listen() before
/// Start(), Start() once, and Drain() at most once. Stats() can be called on any thread.
class Server {
 public:
  /// `clock` must outlive the server. Null: the system clock.
  explicit Server(const ServerOptions& options, const Clock* clock = nullptr);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  /// Stops the threads at once.
  ~Server();

  [[nodiscard]] std::size_t loop_count() const;
  [[nodiscard]] Loop& loop(std::size_t index);

  /// Binds and listens, without accepting yet. Returns the actual address, for example
  /// "127.0.0.1:43127".
  Result<std::string, std::string> Listen(const Site& site);
  /// Like above, for several addresses with one handler per loop.
  Result<std::vector<std::string>, std::string> Listen(const Site& site,
                                                       const std::vector<ListenAddress>& addresses);

  /// First step of Listen(). From now on the kernel queues connections until Serve(). Call
  /// KeepFamiliesApart() first, with the addresses of all sites. Returns the actual addresses in
  /// the same order. The server removes the files of Unix sockets when it ends. The handler of
  /// `site` is not called yet.
  Result<std::vector<std::string>, std::string> Bind(const Site& site,
                                                     const std::vector<ListenAddress>& addresses);
  /// Second step of Listen(), with the same site. The error names an address.
  Result<void, std::string> Serve(const Site& site);

  /// Starts the threads.
  void Start();

  /// Posts a task to every loop, even if its mailbox is full. Indexes 0 to loop_count() - 1 are the
  /// loops that serve; loop_count() is the admin site's loop. Calls `make` for each on the calling
  /// thread. Tasks posted after the loops have ended are dropped. Any thread.
  void PostToEach(const std::function<Task(std::size_t loop)>& make);

  /// Shuts down gracefully. First every loop stops accepting. A listening socket that the service
  /// manager also holds stays open, and new connections wait in its queue for the next process.
  /// Then requests that have arrived are answered, idle connections are closed, and streams end
  /// with a clean last chunk. Blocks until all is done or `deadline` has passed, then stops the
  /// threads. Returns true if no connection was cut.
  bool Drain(Millis deadline);

  /// Replaces limits and deadlines, on each loop from its next task on. `loops`, `mailbox_tasks`
  /// and the limits of a header keep their initial values.
  void Reload(const ServerOptions& options);

  /// Replaces the TLS settings for new connections; open ones continue. Call it before the first
  /// TLS site listens, and after each change of the certificate. Issued tickets stay valid. On
  /// error nothing changes; the error is OpenSSL's reason.
  Result<void, std::string> SetTls(const TlsOptions& options);

  /// Encrypts session tickets with a new key from now on. Tickets of the previous key can be
  /// decrypted until the next rotation. Call it after SetTls().
  void RotateTicketKeys();

  [[nodiscard]] http::Stats Stats() const;
  [[nodiscard]] const LoopCounters& counters(std::size_t loop) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::http
