#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prichal {

/// For tests: a temporary directory that the destructor removes.
class FixtureTree {
 public:
  FixtureTree() {
    std::string name = (std::filesystem::temp_directory_path() / "prichal-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) root_ = name;
  }
  FixtureTree(const FixtureTree&) = delete;
  FixtureTree& operator=(const FixtureTree&) = delete;
  ~FixtureTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  [[nodiscard]] std::string path(std::string_view below = {}) const {
    return below.empty() ? root_ : root_ + "/" + std::string(below);
  }

  /// Writes a file with mode 0600, as secret files require, and creates its parent directories.
  FixtureTree& Write(std::string_view below, std::string_view bytes) {
    std::filesystem::create_directories(std::filesystem::path(path(below)).parent_path());
    std::ofstream(path(below), std::ios::binary) << bytes;
    std::filesystem::permissions(
        path(below), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return *this;
  }

 private:
  std::string root_;
};

/// For tests: truncates files while another process writes to them, each to its length. All files
/// are opened before the first is truncated: the process can replace the files at once, and the new
/// files must stay whole. Returns false if a file cannot be truncated.
[[nodiscard]] inline bool CutShort(std::initializer_list<std::pair<std::string, off_t>> lengths) {
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): deleter of the unique_ptr below
  const auto close = [](std::FILE* file) { std::fclose(file); };
  std::vector<std::pair<std::unique_ptr<std::FILE, decltype(close)>, off_t>> files;
  for (const auto& [name, length] : lengths) {
    std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(name.c_str(), "r+b"), close);
    if (!file) return false;
    files.emplace_back(std::move(file), length);
  }
  return std::all_of(files.begin(), files.end(), [](const auto& each) {
    return ftruncate(fileno(each.first.get()), each.second) == 0;
  });
}

}  // namespace prichal
