#include "site/file_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

namespace prichal::host {
namespace {

namespace fs = std::filesystem;

/// Limits the memory if the operator configures the wrong directory.
constexpr std::uintmax_t kTreeBytes = 256U << 20U;

bool IsInside(const fs::path& path, const fs::path& root) {
  const auto [end, unused] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

class Reader {
 public:
  explicit Reader(fs::path root) : root_(std::move(root)) {}

  /// Returns the error. Empty on success.
  std::string Read() {
    std::error_code error;
    const auto canonical = fs::canonical(root_, error);
    if (error) return fmt::format("cannot read \"{}\": {}", root_.string(), error.message());
    fs::recursive_directory_iterator entry(root_, error);
    for (; !error && entry != fs::end(entry); entry.increment(error)) {
      if (entry->path().filename().string().starts_with('.')) {
        entry.disable_recursion_pending();
        continue;
      }
      auto problem = Take(entry->path(), canonical);
      if (!problem.empty()) return problem;
    }
    if (error) return fmt::format("cannot read \"{}\": {}", root_.string(), error.message());
    return {};
  }

  std::vector<File> Files() {
    std::vector<File> files;
    for (auto& [path, bytes] : contents_) {
      const bool is_copy = (path.ends_with(".br") || path.ends_with(".gz")) &&
                           contents_.contains(path.substr(0, path.size() - 3));
      if (!is_copy) files.push_back({path, bytes, Copy(path + ".br"), Copy(path + ".gz")});
    }
    return files;
  }

 private:
  std::string Take(const fs::path& path, const fs::path& canonical_root) {
    std::error_code error;
    const auto target = fs::canonical(path, error);
    if (error || !IsInside(target, canonical_root)) return {};
    if (!fs::is_regular_file(target, error)) return {};
    total_ += fs::file_size(target, error);
    if (total_ > kTreeBytes) {
      return fmt::format("\"{}\" has more than {} MiB, which is too much for a web app",
                         root_.string(), kTreeBytes >> 20U);
    }
    std::ifstream file(target, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
      return fmt::format("cannot read \"{}\": {}", path.string(),
                         std::generic_category().message(errno));
    }
    contents_.emplace(path.lexically_relative(root_).generic_string(), std::move(bytes));
    return {};
  }

  std::optional<std::string> Copy(const std::string& path) const {
    const auto found = contents_.find(path);
    if (found == contents_.end()) return std::nullopt;
    return found->second;
  }

  fs::path root_;
  std::map<std::string, std::string> contents_;
  std::uintmax_t total_ = 0;
};

}  // namespace

Result<std::vector<File>, std::string> ReadTree(const std::string& directory) {
  Reader reader(directory);
  auto problem = reader.Read();
  if (!problem.empty()) return Fail(std::move(problem));
  return reader.Files();
}

const File* FindFile(const std::vector<File>& files, std::string_view path) {
  const auto found = std::lower_bound(
      files.begin(), files.end(), path,
      [](const File& file, std::string_view wanted) { return file.path < wanted; });
  return found != files.end() && found->path == path ? &*found : nullptr;
}

}  // namespace prichal::host
