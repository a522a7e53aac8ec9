#include "telemetry/line_file.h"

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

Result<int, std::string> OpenFile(const std::string& path) {
  // O_NONBLOCK: a pipe that nobody reads is refused instead of waited for.
  const int fd =
      open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, kMode);
  if (fd < 0) return Fail(Reason(errno));
  struct stat facts {};
  if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode)) return fd;
  close(fd);
  return Fail(std::string("it is no regular file"));
}

}  // namespace

Result<std::unique_ptr<LineFile>, std::string> LineFile::Open(std::string path,
                                                              OnHealth on_health) {
  const auto fd = OpenFile(path);
  if (!fd) return Fail(fd.error());
  return std::unique_ptr<LineFile>(new LineFile(std::move(path), std::move(on_health), *fd));
}

LineFile::LineFile(std::string path, OnHealth on_health, int fd)
    : path_(std::move(path)), on_health_(std::move(on_health)), fd_(fd) {}

LineFile::~LineFile() { close(fd_); }

std::string_view LineFile::Append(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = write(fd_, bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      break;
    }
  }
  return bytes;
}

void LineFile::Write(std::string_view line) {
  std::string reason;
  bool changed = false;
  {
    const std::lock_guard lock(mutex_);
    std::string_view left = line;
    // What a full disk has cut off stays a line of its own.
    if (!torn_ || Append("\n").empty()) {
      left = Append(line);
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
  const auto fd = OpenFile(path_);
  if (!fd) return Fail(fd.error());
  const std::lock_guard lock(mutex_);
  close(std::exchange(fd_, *fd));
  torn_ = false;
  return {};
}

std::uint64_t LineFile::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_;
}

}  // namespace prichal::telemetry
