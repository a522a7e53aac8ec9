#include "telemetry/process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace prichal::telemetry {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  double total_pages = 0;
  double resident_pages = 0;
  file >> total_pages >> resident_pages;
  return resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double OpenFds() {
  std::error_code error;
  double count = 0;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error);
       !error && entry != std::filesystem::end(entry); entry.increment(error)) {
    ++count;
  }
  return count > 0 ? count - 1 : 0;  // without the one that reads the directory
}

/// Field 22 of /proc/self/stat is the start in ticks after boot; /proc/stat has the time of boot.
/// See proc(5).
double StartSeconds() {
  std::ifstream own("/proc/self/stat");
  std::string line;
  std::getline(own, line);
  const auto name_end = line.rfind(')');  // the name in field 2 may hold anything
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  double ticks = 0;
  fields >> ticks;

  std::ifstream machine("/proc/stat");
  for (std::string word; machine >> word; machine.ignore(std::numeric_limits<int>::max(), '\n')) {
    if (word != "btime") continue;
    double boot = 0;
    machine >> boot;
    return boot + ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  }
  return 0;
}

}  // namespace

Process ReadProcess() {
  Process process;
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    process.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) process.max_fds = static_cast<double>(limit.rlim_cur);
  process.resident_bytes = ResidentBytes();
  process.open_fds = OpenFds();
  process.start_seconds = StartSeconds();
  return process;
}

void AddProcess(Exposition& exposition, const Process& process) {
  exposition.Counter("process_cpu_seconds_total", "User and system CPU time in seconds.",
                     process.cpu_seconds);
  exposition.Gauge("process_resident_memory_bytes", "Resident memory in bytes.",
                   process.resident_bytes);
  exposition.Gauge("process_open_fds", "Open file descriptors.", process.open_fds);
  exposition.Gauge("process_max_fds", "Limit of open file descriptors.", process.max_fds);
  exposition.Gauge("process_start_time_seconds", "Start of the process, Unix time in seconds.",
                   process.start_seconds);
}

}  // namespace prichal::telemetry
