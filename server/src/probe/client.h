#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "curl/multi.h"
#include "probe/answer.h"
#include "probe/transfer.h"

namespace prichal::probe {

/// Asks servers as a stranger would, over the network, on the calling thread; several requests are
/// under way at once. All is for that thread, but for Stop().
class Client {
 public:
  explicit Client(Options options) : options_(std::move(options)) {}

  [[nodiscard]] const Options& options() const { return options_; }

  /// Goes on with all transfers until `done` (asked after each step), `until`, or Stop(). Whether
  /// `done` holds.
  bool RunUntil(const std::function<bool()>& done, std::chrono::steady_clock::time_point until);

  /// Waits for the answer; others go on meanwhile.
  [[nodiscard]] Answer Ask(Request request);

  /// Any thread, and from then on: nothing is waited for.
  void Stop();
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  friend class Transfer;
  void Begin(Transfer& transfer);
  void End(Transfer& transfer);

  const Options options_;
  curl::Multi multi_;
  std::atomic<bool> stopped_{false};
};

}  // namespace prichal::probe
