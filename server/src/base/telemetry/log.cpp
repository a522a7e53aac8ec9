#include "base/telemetry/log.h"

#include <fcntl.h>
#include <poll.h>
#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <utility>

#include "base/json.h"

namespace prichal::telemetry {
namespace {

constexpr std::size_t kQueueLines = 8192;
constexpr std::size_t kQueueErrors = 1024;

/// True if a value needs no quotes in a text line.
bool IsBare(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  });
}

/// Formats a line without its time and level.
std::string Compose(Format format, std::string_view message, std::span<const Field> fields) {
  std::string line;
  if (format == Format::kJson) {
    line = "\"message\":";
    AppendJsonString(line, message);
  } else {
    line = message;
  }
  for (const auto& field : fields) {
    line += format == Format::kJson ? ",\"" : " ";
    line += field.name;
    line += format == Format::kJson ? "\":" : "=";
    if (field.is_number) {
      line += std::to_string(field.number);
    } else if (format == Format::kText && IsBare(field.text)) {
      line += field.text;
    } else {
      AppendJsonString(line, field.text);
    }
  }
  return line;
}

/// Receives lines, from one thread at a time.
using Output = std::function<void(std::string_view line)>;

/// Writes to a descriptor as long as its reader accepts. Only the log's threads block here, and
/// only briefly after End().
class DescriptorSink {
 public:
  explicit DescriptorSink(int fd) : fd_(fd) {}

  void Write(std::string_view line) {
    while (!line.empty()) {
      // poll(2) guarantees this size for a pipe. The descriptor's blocking mode is shared with
      // other processes and is not changed.
      const std::string_view part = line.substr(0, PIPE_BUF);
      if (!WaitForRoom()) return;
      const ssize_t written = write(fd_, part.data(), part.size());
      if (written < 0 && errno != EINTR && errno != EAGAIN) return;
      if (written > 0) line.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  /// Limits all further waiting. Any thread.
  void End() { end_ = steady_clock::now() + kTimeToEnd; }

 private:
  using steady_clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kTimeToEnd{500};
  static constexpr std::chrono::milliseconds kLook{100};

  [[nodiscard]] bool WaitForRoom() const {
    while (true) {
      const bool over = steady_clock::now() > end_.load();
      pollfd room{.fd = fd_, .events = POLLOUT, .revents = 0};
      const int ready = poll(&room, 1, over ? 0 : static_cast<int>(kLook.count()));
      if (ready > 0) return (room.revents & POLLOUT) != 0;
      if (over || (ready < 0 && errno != EINTR)) return false;
    }
  }

  const int fd_;
  std::atomic<steady_clock::time_point> end_{steady_clock::time_point::max()};
};

/// Formats lines. Adds a line with the number of dropped lines when writing works again.
class LineSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  LineSink(Format format, Output output) : format_(format), output_(std::move(output)) {}

  /// Sets the number of lines dropped since the start. Any thread.
  void SetLost(std::uint64_t lines) { lost_.store(lines, std::memory_order_relaxed); }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const std::uint64_t lost = lost_.load(std::memory_order_relaxed);
    if (lost > reported_) {
      const std::array<Field, 1> count{Field("lines", lost - std::exchange(reported_, lost))};
      const std::string text =
          Compose(format_, "log lines were dropped because writing was too slow", count);
      Put({message.time, {}, {}, spdlog::level::warn, text});
    }
    Put(message);
  }
  void flush_() override {}

 private:
  void Put(const spdlog::details::log_msg& message) {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    output_({line.data(), line.size()});
  }

  const Format format_;
  const Output output_;
  std::atomic<std::uint64_t> lost_{0};
  std::uint64_t reported_ = 0;
};

spdlog::level::level_enum ToSpdlog(Level level) {
  constexpr std::array kLevels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                               spdlog::level::err};
  return kLevels.at(static_cast<std::size_t>(level));
}

constexpr mode_t kMode = S_IRUSR | S_IWUSR | S_IRGRP;

std::string Reason(int error) { return strerrordesc_np(error); }

/// `more_flags`: O_CREAT, or 0.
Result<Descriptor, std::string> OpenFile(const std::string& path, int more_flags) {
  // With O_NONBLOCK a pipe without a reader fails instead of blocking.
  Descriptor file(open(
      path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | more_flags, kMode));
  if (!file.is_open()) return Fail(Reason(errno));
  struct stat facts {};
  if (fstat(file.fd(), &facts) == 0 && S_ISREG(facts.st_mode)) return file;
  return Fail(std::string("not a regular file"));
}

}  // namespace

class Log::Impl {
 public:
  /// `end`: called when `output` must not block any more.
  Impl(Format format, Output output, std::function<void()> end)
      : end_(std::move(end)),
        sink_(std::make_shared<LineSink>(format, std::move(output))),
        lines_(kQueueLines, sink_),
        errors_(kQueueErrors, sink_) {
    const auto* pattern = format == Format::kJson
                              ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                              : "%Y-%m-%dT%H:%M:%S.%eZ %-7l %v";
    sink_->set_formatter(
        std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc, "\n"));
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { end_(); }

  void Write(Level level, const std::string& line) {
    (level == Level::kError ? errors_ : lines_).logger->log(ToSpdlog(level), line);
    sink_->SetLost(dropped());
  }

  [[nodiscard]] std::uint64_t dropped() const {
    return lines_.pool->overrun_counter() + errors_.pool->overrun_counter();
  }

 private:
  /// A bounded queue with the thread that writes its lines.
  struct Queue {
    Queue(std::size_t most, const spdlog::sink_ptr& sink)
        : pool(std::make_shared<spdlog::details::thread_pool>(most, 1)),
          logger(std::make_shared<spdlog::async_logger>(
              "queue", sink, pool, spdlog::async_overflow_policy::overrun_oldest)) {
      logger->set_level(spdlog::level::trace);
    }
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;
    /// Ends the thread first, because queued lines refer to the logger.
    ~Queue() { pool.reset(); }

    std::shared_ptr<spdlog::details::thread_pool> pool;
    std::shared_ptr<spdlog::async_logger> logger;
  };

  const std::function<void()> end_;
  const std::shared_ptr<LineSink> sink_;
  Queue lines_;
  Queue errors_;  ///< separate, so that other lines cannot displace errors
};

Level LevelNamed(std::string_view name) {
  if (name == "debug") return Level::kDebug;
  if (name == "warn") return Level::kWarn;
  if (name == "error") return Level::kError;
  return Level::kInfo;
}

Log::Log(Level least, Format format) : least_(least), format_(format) {
  const auto descriptor = std::make_shared<DescriptorSink>(STDERR_FILENO);
  impl_ = std::make_unique<Impl>(
      format, [descriptor](std::string_view line) { descriptor->Write(line); },
      [descriptor] { descriptor->End(); });
}

Log::Log(Level least, Format format, std::function<void(std::string_view)> sink)
    : least_(least),
      format_(format),
      impl_(std::make_unique<Impl>(format, std::move(sink), [] {})) {}

Log::~Log() = default;

void Log::Write(Level level, std::string_view message, std::span<const Field> fields) {
  if (Writes(level)) impl_->Write(level, Compose(format_, message, fields));
}

std::uint64_t Log::dropped() const { return impl_->dropped(); }

Result<std::unique_ptr<LineFile>, std::string> LineFile::Open(std::string path,
                                                              OnHealth on_health) {
  auto file = OpenFile(path, O_CREAT);
  if (!file) return Fail(file.error());
  return std::unique_ptr<LineFile>(
      new LineFile(std::move(path), std::move(on_health), *std::move(file)));
}

Result<void, std::string> LineFile::Check(const std::string& path) {
  const auto file = OpenFile(path, 0);
  if (file) return {};
  const auto slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const bool is_missing = access(path.c_str(), F_OK) != 0 && errno == ENOENT;
  if (!is_missing) return Fail(file.error());
  if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0) return {};
  return Fail(Reason(errno));
}

LineFile::LineFile(std::string path, OnHealth on_health, Descriptor file)
    : path_(std::move(path)), on_health_(std::move(on_health)), file_(std::move(file)) {}

void LineFile::Write(std::string_view line) {
  std::string reason;
  bool changed = false;
  {
    const std::lock_guard lock(mutex_);
    std::string_view left = line;
    // If a full disk has cut off a line, keeps it as a separate line.
    if (!torn_ || WriteAll(file_.fd(), "\n").empty()) {
      left = WriteAll(file_.fd(), line);
      torn_ = !left.empty() && left.size() < line.size();
    }
    if (!left.empty()) {
      reason = Reason(errno);
      ++lost_;
    }
    changed = std::exchange(healthy_, left.empty()) != left.empty();
  }
  if (changed && on_health_) on_health_(reason);
}

Result<void, std::string> LineFile::Reopen() {
  auto file = OpenFile(path_, O_CREAT);
  if (!file) return Fail(file.error());
  const std::lock_guard lock(mutex_);
  file_ = *std::move(file);
  torn_ = false;
  return {};
}

std::uint64_t LineFile::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace prichal::telemetry
