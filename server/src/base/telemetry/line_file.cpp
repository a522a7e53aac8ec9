#include "base/telemetry/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace prichal::telemetry {
namespace {

constexpr mode_t kMode = S_IRUSR | S_IWUSR | S_IRGRP;

std::string Reason(int error) { return strerrordesc_np(error); }

Result<Descriptor, std::string> OpenFile(const std::string& path) {
  // O_NONBLOCK: a pipe that nobody reads is refused instead of waited for.
  Descriptor file(
      open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, kMode));
  if (!file.is_open()) return Fail(Reason(errno));
  struct stat facts {};
  if (fstat(file.fd(), &facts) == 0 && S_ISREG(facts.st_mode)) return file;
  return Fail(std::string("it is no regular file"));
}

}  // namespace

Result<std::unique_ptr<LineFile>, std::string> LineFile::Open(std::string path,
                                                              OnHealth on_health) {
  auto file = OpenFile(path);
  if (!file) return Fail(file.error());
  return std::unique_ptr<LineFile>(
      new LineFile(std::move(path), std::move(on_health), *std::move(file)));
}

LineFile::LineFile(std::string path, OnHealth on_health, Descriptor file)
    : path_(std::move(path)), on_health_(std::move(on_health)), file_(std::move(file)) {}

void LineFile::Write(std::string_view line) {
  std::string reason;
  bool changed = false;
  {
    const std::lock_guard lock(mutex_);
    std::string_view left = line;
    // What a full disk has cut off stays a line of its own.
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
  auto file = OpenFile(path_);
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
