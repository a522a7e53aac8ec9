#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "bench/clock.h"
#include "bench/histogram.h"
#include "bench/modes.h"

namespace prichal::bench {
namespace {

constexpr std::size_t kGroup = 256;

/// An unnamed file, which the kernel removes when this process ends.
class Journal {
 public:
  explicit Journal(const std::string& folder)
      : fd_(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600)) {}
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() {
    if (fd_ >= 0) close(fd_);
  }

  [[nodiscard]] bool Append(const std::string& bytes) const {
    return write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
           fdatasync(fd_) == 0;
  }

 private:
  int fd_;
};

}  // namespace

Measurement Disk(const std::string& folder, std::size_t bytes, double seconds) {
  Report report("disk");
  for (const std::size_t group : {std::size_t{1}, kGroup}) {
    const Journal journal(folder);
    const std::string piece(bytes * group, 'A');
    Histogram times;
    const std::int64_t began = NowNs();
    while (NowNs() - began < NsOf(seconds)) {
      const std::int64_t before = NowNs();
      if (!journal.Append(piece)) {
        return Fail(
            fmt::format("cannot write in {}: {}", folder, std::generic_category().message(errno)));
      }
      times.Add(NowNs() - before);
    }
    const double rate = static_cast<double>(times.count()) / SecondsOf(NowNs() - began);
    const std::string name = group == 1 ? "one" : fmt::format("group_of_{}", group);
    report.Add(name + "_messages_per_second", rate * static_cast<double>(group));
    report.AddTimes(name, times);
  }
  return report;
}

}  // namespace prichal::bench
