#include "bench/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace prichal::bench {
namespace {

constexpr std::size_t kKilobyte = 1024;
constexpr std::size_t kOtherFiles = 32;  // epoll, standard streams, the measured process

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::string ReadFile(const std::string& path) {
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t KilobytesAfter(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name);
  return at == std::string::npos ? 0 : std::stoul(text.substr(at + name.size())) * kKilobyte;
}

}  // namespace

Result<ProcessFigures, std::string> ReadProcess(pid_t pid) {
  const std::string folder = fmt::format("/proc/{}/", pid);
  const std::string stat = ReadFile(folder + "stat");
  // The name, in brackets, can contain any character. All but one of the fields after it are
  // numbers.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) {
    return Fail(fmt::format("--pid {}: there is no such process", pid));
  }
  std::istringstream fields(stat.substr(name_end + 1));
  constexpr int kFieldsBeforeTime = 11;
  std::string skipped;
  for (int i = 0; i < kFieldsBeforeTime; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  const std::string status = ReadFile(folder + "status");
  return ProcessFigures{
      .cpu_seconds = (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK)),
      .rss_bytes = KilobytesAfter(status, "VmRSS:"),
      .rss_highest = KilobytesAfter(status, "VmHWM:"),
  };
}

double OwnCpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return SecondsOf(usage.ru_utime) + SecondsOf(usage.ru_stime);
}

Result<void, std::string> PinTo(int cpu) {
  if (cpu < 0) return {};
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  if (sched_setaffinity(0, sizeof(set), &set) != 0) {
    return Fail(fmt::format("--cpu {}: {}; this machine has processors 0 to {}", cpu,
                            std::generic_category().message(errno),
                            sysconf(_SC_NPROCESSORS_CONF) - 1));
  }
  return {};
}

Result<void, std::string> AllowFiles(std::size_t files) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (files + kOtherFiles > limit.rlim_max) {
    return Fail(fmt::format(
        "{} connections need {} open files and this process may have {}: fewer streams, or a "
        "higher `ulimit -Hn`",
        files, files + kOtherFiles, limit.rlim_max));
  }
  return {};
}

Result<ProcessEnd, std::string> ProcessEnd::Open(pid_t pid) {
  const int fd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (fd < 0) return Fail(fmt::format("--pid {}: {}", pid, std::generic_category().message(errno)));
  return ProcessEnd(fd);
}

ProcessEnd::ProcessEnd(ProcessEnd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

ProcessEnd::~ProcessEnd() {
  if (fd_ >= 0) close(fd_);
}

bool ProcessEnd::Now() const {
  pollfd wait{.fd = fd_, .events = POLLIN, .revents = 0};
  return poll(&wait, 1, 0) > 0;
}

}  // namespace prichal::bench
