#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "bench/report.h"
#include "bench/sender.h"
#include "bench/target.h"

// The modes of `bridge-load`: one function each, in a file of its own. They run on the calling
// thread. Errors are one line for the terminal.

namespace prichal::bench {

using Measurement = Result<Report, std::string>;

/// Streams that are opened and closed before idle streams are measured.
inline constexpr std::size_t kFirstStreams = 64;

/// Options of most modes.
struct Setup {
  Target target;
  std::vector<Target> also;  ///< Further instances of the bridge; connections are spread over all
  SenderOptions sender;
  pid_t pid = 0;               ///< The bridge's process, for its memory and CPU time; 0: not
                               ///< measured
  std::vector<pid_t> watched;  ///< Further processes whose CPU time is measured
  std::size_t streams = 500;
  std::size_t ids = 1;  ///< Client IDs per stream
  std::size_t senders = 32;
  std::size_t parallel = 64;  ///< Streams that are opened in parallel
  double seconds = 8;
  double patience = 5;  ///< Timeout in seconds without any event
};

/// Measures memory and CPU time of the bridge per idle stream.
Measurement Idle(const Setup& setup);
/// Measures messages per second in a closed loop: each sender has one message in flight.
Measurement Throughput(const Setup& setup, double warm_up);
/// Measures latencies at `rate` messages per second, from the time when each was due.
Measurement Latency(const Setup& setup, double rate, double warm_up);
/// Measures how fast streams open.
Measurement Connects(const Setup& setup);
/// Tests readers that pause and resume.
Measurement Slow(const Setup& setup, std::size_t messages, int receive_buffer);
/// Tests streams that open during a burst of messages for them.
Measurement Subscribe(const Setup& setup, std::size_t burst, std::size_t rounds);
/// Tests delivery and order of messages that were sent before their receiver connected.
Measurement Backlog(const Setup& setup, std::size_t messages);
/// Sends until the bridge is killed. Writes the acknowledged messages to `file`, and `file`.ready
/// when there are `messages` of them.
Measurement KeepSend(const Setup& setup, std::size_t messages, const std::string& file);
/// Counts the messages of `file` that the bridge still has.
Measurement KeepCheck(const Setup& setup, const std::string& file);
/// Tests SIGTERM under load, and the streams after a restart.
Measurement Drain(const Setup& setup, double rate, double restart_within);
/// Measures memory and CPU time of the bridge per idle stream over TLS.
Measurement TlsIdle(const Setup& setup);
/// Measures TLS handshakes per second, `parallel` at once: full ones, or resumed by ticket.
Measurement TlsHandshakes(const Setup& setup, bool resumed);
/// Runs a bridge that makes only the system calls, until SIGTERM. Its throughput is the machine's
/// own limit.
Measurement Echo(const std::string& listen);
/// Measures the disk of `folder`: fdatasync after each message, and after 256.
Measurement Disk(const std::string& folder, std::size_t bytes, double seconds);

}  // namespace prichal::bench
