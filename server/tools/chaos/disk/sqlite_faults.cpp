#include "chaos/disk/sqlite_faults.h"

#include <sqlite3.h>

#include <atomic>

namespace prichal::chaos {
namespace {

/// Range of events that fail.
struct Plan {
  std::atomic<std::uint64_t> first{0};
  std::atomic<std::uint64_t> count{0};
  std::atomic<std::uint64_t> seen{0};
  std::atomic<std::uint64_t> failed{0};

  void Set(std::uint64_t first_one, std::uint64_t how_many) {
    first = first_one;
    count = how_many;
    seen = 0;
    failed = 0;
  }
  bool Fails() {
    const std::uint64_t number = ++seen;
    if (count == 0 || number < first || number - first >= count) return false;
    ++failed;
    return true;
  }
};

Plan allocations_plan;
Plan steps_plan;
sqlite3_mem_methods before;

void* Allocate(int bytes) { return allocations_plan.Fails() ? nullptr : before.xMalloc(bytes); }

void* Enlarge(void* old, int bytes) {
  return allocations_plan.Fails() ? nullptr : before.xRealloc(old, bytes);
}

/// Called for each new connection.
int OnOpen(sqlite3* handle, const char** /*error*/, const sqlite3_api_routines* /*api*/) {
  sqlite3_progress_handler(
      handle, 1, [](void*) { return steps_plan.Fails() ? 1 : 0; }, nullptr);
  return SQLITE_OK;
}

}  // namespace

void SqliteFaults::Install() {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &before);
  sqlite3_mem_methods methods = before;
  methods.xMalloc = Allocate;
  methods.xRealloc = Enlarge;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  // Disable SQLite's own memory pools, whose allocations could not be failed.
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_initialize();
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(OnOpen));
}

void SqliteFaults::FailAllocations(std::uint64_t first, std::uint64_t count) {
  allocations_plan.Set(first, count);
}

void SqliteFaults::InterruptSteps(std::uint64_t first, std::uint64_t count) {
  steps_plan.Set(first, count);
}

void SqliteFaults::Stop() {
  allocations_plan.count = 0;
  steps_plan.count = 0;
}

std::uint64_t SqliteFaults::allocations() { return allocations_plan.seen; }
std::uint64_t SqliteFaults::steps() { return steps_plan.seen; }
std::uint64_t SqliteFaults::failed() { return allocations_plan.failed + steps_plan.failed; }

}  // namespace prichal::chaos
