// A shared object for LD_PRELOAD that shifts the wall clock of its process. The environment
// variable CHAOS_CLOCK_FILE names a file with the offset in nanoseconds; a change of the file steps
// the clock. Steady clocks are not affected.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <string_view>

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

const std::int64_t* Map() {
  constexpr std::string_view kName = "CHAOS_CLOCK_FILE=";
  const char* path = nullptr;
  for (char** line = environ; *line != nullptr; ++line) {
    if (std::string_view(*line).starts_with(kName)) path = *line + kName.size();
  }
  const int fd = path == nullptr ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  void* mapped = mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  return mapped == MAP_FAILED ? nullptr : static_cast<const std::int64_t*>(mapped);
}

std::int64_t Ahead() {
  static const std::int64_t* const ahead = Map();
  return ahead == nullptr ? 0 : __atomic_load_n(ahead, __ATOMIC_RELAXED);
}

timespec Calendar() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  const std::int64_t shifted = now.tv_sec * kSecond + now.tv_nsec + Ahead();
  return {.tv_sec = shifted / kSecond, .tv_nsec = shifted % kSecond};
}

}  // namespace

// Names are defined by the C library.
extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) {
    return static_cast<int>(syscall(SYS_clock_gettime, clock, now));
  }
  *now = Calendar();
  return 0;
}

int gettimeofday(timeval* now, void* /*zone*/) noexcept {
  const timespec calendar = Calendar();
  *now = {.tv_sec = calendar.tv_sec, .tv_usec = calendar.tv_nsec / 1'000};
  return 0;
}

time_t time(time_t* now) noexcept {
  const time_t seconds = Calendar().tv_sec;
  if (now != nullptr) *now = seconds;
  return seconds;
}

}  // extern "C"
