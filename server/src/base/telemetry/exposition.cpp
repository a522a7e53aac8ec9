#include "base/telemetry/exposition.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace prichal::telemetry {
namespace {

/// Escapes a help text, or a label's value if `quotes` is set.
std::string Escaped(std::string_view text, bool quotes) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '\\' || (quotes && c == '"')) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string NumberText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{:.16g}", value);
}

/// Appends one line: name, suffix, labels with `bound` as the last one unless it is empty, value.
void AddSample(std::string& text, std::string_view name, std::string_view suffix,
               const std::vector<Label>& labels, std::string_view bound, double value) {
  std::string inside;
  const auto add = [&inside](std::string_view label, std::string_view label_value) {
    inside +=
        fmt::format("{}{}=\"{}\"", inside.empty() ? "" : ",", label, Escaped(label_value, true));
  };
  for (const Label& label : labels) add(label.name, label.value);
  if (!bound.empty()) add("le", bound);
  if (!inside.empty()) inside = "{" + inside + "}";
  text += fmt::format("{}{}{} {}\n", name, suffix, inside, NumberText(value));
}

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
  return count > 0 ? count - 1 : 0;  // without the descriptor that reads the directory
}

double SecondsOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Field 22 of /proc/self/stat is the start in ticks after boot (proc(5)). The boot time is
/// computed from the clocks, because /proc/stat is missing with ProcSubset=pid.
double StartSeconds() {
  std::ifstream stat_file("/proc/self/stat");
  std::string line;
  std::getline(stat_file, line);
  const auto name_end = line.rfind(')');  // the name in field 2 can contain any character
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  double ticks = 0;
  fields >> ticks;
  const double age = SecondsOf(CLOCK_BOOTTIME) - ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  return SecondsOf(CLOCK_REALTIME) - age;
}

}  // namespace

std::string& Exposition::FamilyText(std::string_view name, std::string_view help,
                                    std::string_view type) {
  const auto existing = std::find_if(families_.begin(), families_.end(),
                                     [name](const Family& family) { return family.name == name; });
  if (existing != families_.end()) return existing->text;
  return families_
      .emplace_back(Family{std::string(name), fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name,
                                                          Escaped(help, false), type)})
      .text;
}

void Exposition::Counter(std::string_view name, std::string_view help, double value,
                         const std::vector<Label>& labels) {
  AddSample(FamilyText(name, help, "counter"), name, "", labels, "", value);
}

void Exposition::Gauge(std::string_view name, std::string_view help, double value,
                       const std::vector<Label>& labels) {
  AddSample(FamilyText(name, help, "gauge"), name, "", labels, "", value);
}

void Exposition::Histogram(std::string_view name, std::string_view help,
                           std::span<const std::uint64_t> bounds,
                           std::span<const std::uint64_t> counts, double sum, double unit,
                           const std::vector<Label>& labels) {
  std::string& text = FamilyText(name, help, "histogram");
  std::string buckets;
  std::uint64_t observed = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    observed += counts[i];
    const std::string bound =
        i < bounds.size() ? NumberText(static_cast<double>(bounds[i]) * unit) : "+Inf";
    AddSample(buckets, name, "_bucket", labels, bound, Value(observed));
  }
  AddSample(text, name, "_count", labels, "", Value(observed));
  AddSample(text, name, "_sum", labels, "", sum);
  text += buckets;
}

std::string Exposition::Text() const {
  std::string text;
  for (const Family& family : families_) text += family.text;
  return text;
}

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
  // Read once, so that a change of the clock does not change it.
  static const double start = StartSeconds();
  process.start_seconds = start;
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
