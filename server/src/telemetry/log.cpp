#include "telemetry/log.h"

#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "base/json_text.h"

namespace prichal::telemetry {
namespace {

constexpr std::size_t kQueueLines = 8192;

class FunctionSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit FunctionSink(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    sink_({line.data(), line.size()});
  }
  void flush_() override {}

 private:
  std::function<void(std::string_view)> sink_;
};

spdlog::level::level_enum ToSpdlog(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarn:
      return spdlog::level::warn;
    case Level::kError:
      break;
  }
  return spdlog::level::err;
}

/// Whether a value can stand bare in a text line.
bool IsBare(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '=' && c != '\\';
  });
}

/// Everything of a line but its time and level.
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

}  // namespace

class Log::Impl {
 public:
  Impl(Format format, const spdlog::sink_ptr& sink)
      : pool_(std::make_shared<spdlog::details::thread_pool>(kQueueLines, 1)),
        queued_(std::make_shared<spdlog::async_logger>(
            "queued", sink, pool_, spdlog::async_overflow_policy::overrun_oldest)),
        direct_("direct", sink) {
    const auto* pattern = format == Format::kJson
                              ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                              : "%Y-%m-%dT%H:%M:%S.%eZ %-7l %v";
    sink->set_formatter(
        std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc, "\n"));
    queued_->set_level(spdlog::level::trace);
    direct_.set_level(spdlog::level::trace);
  }

  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  /// The thread writes what is queued and ends before the sink does.
  ~Impl() { pool_.reset(); }

  void Write(Level level, const std::string& line) {
    if (level == Level::kError) {
      direct_.log(ToSpdlog(level), line);
    } else {
      queued_->log(ToSpdlog(level), line);
    }
  }

  [[nodiscard]] std::uint64_t dropped() const { return pool_->overrun_counter(); }

 private:
  std::shared_ptr<spdlog::details::thread_pool> pool_;
  std::shared_ptr<spdlog::async_logger> queued_;
  spdlog::logger direct_;
};

Level LevelNamed(std::string_view name) {
  if (name == "debug") return Level::kDebug;
  if (name == "warn") return Level::kWarn;
  if (name == "error") return Level::kError;
  return Level::kInfo;
}

Log::Log(Level least, Format format)
    : least_(least),
      format_(format),
      impl_(std::make_unique<Impl>(format, std::make_shared<spdlog::sinks::stderr_sink_mt>())) {}

Log::Log(Level least, Format format, std::function<void(std::string_view)> sink)
    : least_(least),
      format_(format),
      impl_(std::make_unique<Impl>(format, std::make_shared<FunctionSink>(std::move(sink)))) {}

Log::~Log() = default;

void Log::Write(Level level, std::string_view message, std::span<const Field> fields) {
  if (Writes(level)) impl_->Write(level, Compose(format_, message, fields));
}

std::uint64_t Log::dropped() const { return impl_->dropped(); }

}  // namespace prichal::telemetry
