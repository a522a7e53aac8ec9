#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace prichal {

/// For tests: a directory of its own that is gone with the object.
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

  /// Writes a file and the directories above it.
  FixtureTree& Write(std::string_view below, std::string_view bytes) {
    std::filesystem::create_directories(std::filesystem::path(path(below)).parent_path());
    std::ofstream(path(below), std::ios::binary) << bytes;
    return *this;
  }

 private:
  std::string root_;
};

}  // namespace prichal
