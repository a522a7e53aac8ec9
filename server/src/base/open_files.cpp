#include "base/open_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace prichal::app {
namespace {

/// Listeners, event queues, log, store, and a reserve.
constexpr rlim_t kOthers = 128;

}  // namespace

std::size_t RaiseFileLimit(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  const rlim_t needed = connections + kOthers;
  if (limit.rlim_cur < needed) {
    auto raised = limit;
    raised.rlim_cur = std::min(needed, limit.rlim_max);
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur >= needed ? connections
                                  : limit.rlim_cur - std::min(limit.rlim_cur, kOthers);
}

}  // namespace prichal::app
