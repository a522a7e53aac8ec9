#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "bench/report.h"
#include "bench/sender.h"
#include "bench/target.h"

// What `bridge-load` can do: one function a mode, each in a file of its own. They run on the
// calling thread, and their errors are for the person at the terminal.

namespace prichal::bench {

using Outcome = Result<Report, std::string>;

/// Streams that open and close before the idle streams are measured.
inline constexpr std::size_t kFirstStreams = 64;

/// What most modes take.
struct Setup {
  Target target;
  std::vector<Target> also;  ///< further instances of that bridge: connections take turns
  SenderOptions sender;
  pid_t pid = 0;               ///< of the bridge, for its memory and time; 0: not watched
  std::vector<pid_t> watched;  ///< further processes, for their time
  std::size_t streams = 500;
  std::size_t ids = 1;  ///< client ids that each of them listens to
  std::size_t senders = 32;
  std::size_t parallel = 64;  ///< streams that are opened at once
  double seconds = 8;
  double patience = 5;  ///< seconds without any news after which waiting ends
};

/// Memory and processor time of the bridge per idle stream.
Outcome Idle(const Setup& setup);
/// As many messages as its senders get acknowledged, one at a time each.
Outcome Throughput(const Setup& setup, double warm_up);
/// `rate` messages a second, latencies from when each was due.
Outcome Latency(const Setup& setup, double rate, double warm_up);
/// How quickly streams open.
Outcome Connects(const Setup& setup);
/// Readers that stop, and read on later.
Outcome Slow(const Setup& setup, std::size_t messages, int receive_buffer);
/// Streams that begin in the middle of a burst of messages for them.
Outcome Subscribe(const Setup& setup, std::size_t burst, std::size_t rounds);
/// Messages that waited for their receiver.
Outcome Backlog(const Setup& setup, std::size_t messages);
/// Sends until the bridge dies, at least `messages`; writes what was acknowledged into `file`, and
/// `file`.ready as soon as there are so many.
Outcome KeepSend(const Setup& setup, std::size_t messages, const std::string& file);
/// Counts what of `file` is there.
Outcome KeepCheck(const Setup& setup, const std::string& file);
/// SIGTERM under traffic, and what the streams get after a restart.
Outcome Drain(const Setup& setup, double rate, double restart_within);
/// Memory and processor time of the bridge per idle stream over TLS.
Outcome TlsIdle(const Setup& setup);
/// TLS handshakes as fast as they are answered, `parallel` at once: full ones, or by ticket.
Outcome TlsHandshakes(const Setup& setup, bool resumed);
/// A bridge that does nothing but the system calls, until SIGTERM: the machine's own limit.
Outcome Echo(const std::string& listen);
/// What the disk of `folder` takes: fdatasync after each message, and after 256.
Outcome Disk(const std::string& folder, std::size_t bytes, double seconds);

}  // namespace prichal::bench
