#include "base/small_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace prichal {

Result<std::string, std::string> ReadSmallFile(const std::string& path, std::size_t most_bytes) {
  const auto reason = [] { return std::generic_category().message(errno == 0 ? EIO : errno); };
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Fail(reason());
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() && file.fail()) return Fail(reason());
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > most_bytes) return Fail(fmt::format("it has more than {} bytes", most_bytes));
  // libstdc++ reports a failed read (of a directory, for example) as end of file.
  if (text.empty() && errno != 0) return Fail(reason());
  return text;
}

}  // namespace prichal
