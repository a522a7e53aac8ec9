#include "base/descriptor.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace prichal {

bool ReadUpTo(int fd, std::string& text) {
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = read(fd, text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return true;
}

std::string_view WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      break;
    }
  }
  return bytes;
}

Result<std::string, std::string> ReadSmallFile(const std::string& path, std::size_t most_bytes) {
  const auto reason = [] { return std::generic_category().message(errno == 0 ? EIO : errno); };
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail(reason());
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() && file.fail()) return Fail(reason());
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > most_bytes) return Fail(fmt::format("more than {} bytes", most_bytes));
  // libstdc++ reports a failed read (of a directory, for example) as end of file.
  if (text.empty() && errno != 0) return Fail(reason());
  return text;
}

namespace {

/// Descriptors for listeners, event queues, log and store, and a reserve.
constexpr rlim_t kOtherDescriptors = 128;

}  // namespace

std::size_t RaiseFileLimit(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  const rlim_t needed = connections + kOtherDescriptors;
  if (limit.rlim_cur < needed) {
    auto raised = limit;
    raised.rlim_cur = std::min(needed, limit.rlim_max);
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return limit.rlim_cur >= needed ? connections
                                  : limit.rlim_cur - std::min(limit.rlim_cur, kOtherDescriptors);
}

}  // namespace prichal
