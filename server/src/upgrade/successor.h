#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "net/server.h"
#include "upgrade/channel.h"

namespace prichal::upgrade {

/// Where a successor finds its end of the channel: the number of a descriptor.
inline constexpr const char* kVariable = "PRICHAL_UPGRADE_FD";

/// The process that is to take the place of this one, as this one sees it. It is started beside it
/// and does all that can go wrong (configuration, certificate, build of the site, new addresses)
/// while this one serves on; then it waits. Go() is where the files are its own.
///
/// Belongs to the main thread. Ended with the object unless it has become the server.
class Successor {
 public:
  /// What is executed.
  struct Program {
    std::string path;  ///< of the binary
    std::vector<std::string> arguments;
  };

  /// Starts it, and gives it copies of the sockets. The error is a reason.
  [[nodiscard]] static Result<Successor, std::string> Start(
      const Program& program, const std::vector<net::HandedSocket>& sockets);

  Successor(Successor&& other) noexcept;
  Successor(const Successor&) = delete;
  Successor& operator=(const Successor&) = delete;
  Successor& operator=(Successor&&) = delete;
  ~Successor();

  /// Returns when it has all but the files. `interrupted` is asked several times a second whether
  /// to give up. The error is a reason.
  Result<void, std::string> AwaitPrepared(Millis deadline,
                                          const std::function<bool()>& interrupted);

  /// This process has let go of its files: the successor may open them. Returns when it serves. The
  /// error is a reason.
  Result<void, std::string> Go(Millis deadline);

  /// The service manager knows that it is the server now: it may speak for itself.
  void BecomesMain();

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  explicit Successor(Channel channel) : channel_(std::move(channel)) {}
  /// Until it says `word`.
  Result<void, std::string> Await(std::string_view word, Millis deadline,
                                  const std::function<bool()>& interrupted);

  Channel channel_;
  pid_t pid_ = -1;  ///< as it says itself
  bool is_main_ = false;
};

/// The path of the binary that runs, as it was called when the process began: behind it another one
/// may lie by now. Empty: it cannot be told.
[[nodiscard]] std::string OwnBinary();
/// What runs now, whatever lies behind its path.
inline constexpr const char* kThisBinary = "/proc/self/exe";

}  // namespace prichal::upgrade
