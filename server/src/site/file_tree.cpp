#include "site/file_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <system_error>

namespace prichal::site {
namespace {

namespace fs = std::filesystem;

/// Limits the memory if the operator configures the wrong directory.
constexpr std::uintmax_t kTreeBytes = 256U << 20U;

bool IsInside(const fs::path& path, const fs::path& root) {
  const auto [end, unused] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

tl::unexpected<std::string> Unreadable(const fs::path& path, std::string_view reason) {
  return Fail(fmt::format("cannot read \"{}\": {}", path.string(), reason));
}

/// A file that a build must have, and how to get it.
struct Needed {
  std::string_view name;
  std::string_view fix;
};

/// Reads a build and adds the needed files that it lacks to `problems`.
Build ReadBuild(std::string_view key, const std::string& folder, std::span<const Needed> needed,
                std::vector<std::string>& problems) {
  Build build{.key = std::string(key), .folder = folder, .files = {}};
  auto tree = ReadTree(folder);
  if (!tree) {
    problems.push_back(fmt::format("{}: {}. Fix: {}.", key, tree.error(), needed.front().fix));
    return build;
  }
  build.files = *std::move(tree);
  const auto has = [&](const Needed& file) { return build.Find(file.name) != nullptr; };
  // A folder without any of the files is another folder, which is one problem.
  const bool is_build = std::any_of(needed.begin(), needed.end(), has);
  for (const Needed& file : is_build ? needed : needed.first(1)) {
    if (has(file)) continue;
    problems.push_back(
        fmt::format("{}: \"{}\" has no {}. Fix: {}.", key, folder, file.name, file.fix));
  }
  return build;
}

}  // namespace

Result<std::vector<File>, std::string> ReadTree(const std::string& directory) {
  const fs::path root(directory);
  std::error_code error;
  const auto canonical = fs::canonical(root, error);
  if (error) return Unreadable(root, error.message());
  std::map<std::string, std::string> contents;
  std::uintmax_t total = 0;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::end(entry); entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.filename().string().starts_with('.')) {
      entry.disable_recursion_pending();
      continue;
    }
    std::error_code unusable;
    const auto target = fs::canonical(path, unusable);
    if (unusable || !IsInside(target, canonical) || !fs::is_regular_file(target, unusable)) {
      continue;
    }
    total += fs::file_size(target, unusable);
    if (total > kTreeBytes) {
      return Fail(fmt::format("\"{}\" has more than {} MiB, which is too much for a web app",
                              directory, kTreeBytes >> 20U));
    }
    std::ifstream file(target, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) return Unreadable(path, std::generic_category().message(errno));
    contents.emplace(path.lexically_relative(root).generic_string(), std::move(bytes));
  }
  if (error) return Unreadable(root, error.message());
  const auto copy = [&](const std::string& path) {
    const auto found = contents.find(path);
    return found == contents.end() ? std::nullopt : std::optional(found->second);
  };
  std::vector<File> files;
  for (const auto& [path, bytes] : contents) {
    const bool is_copy = (path.ends_with(".br") || path.ends_with(".gz")) &&
                         contents.contains(path.substr(0, path.size() - 3));
    if (!is_copy) files.push_back({path, bytes, copy(path + ".br"), copy(path + ".gz")});
  }
  return files;
}

const File* Build::Find(std::string_view path) const {
  const auto found = std::lower_bound(
      files.begin(), files.end(), path,
      [](const File& file, std::string_view wanted) { return file.path < wanted; });
  return found != files.end() && found->path == path ? &*found : nullptr;
}

std::string Build::Problem(std::string_view reason) const {
  return fmt::format("{}: \"{}\": {}", key, folder, reason);
}

Result<SiteFiles, std::vector<std::string>> ReadSite(const std::string& web,
                                                     const std::string* stand) {
  constexpr std::string_view kFixApp =
      "set site.web (or --web) to the folder of a built web app; the package installs one in "
      "/usr/share/prichal/web";
  constexpr std::array kApp{Needed{kIndex, kFixApp}, Needed{kWallets, kFixList},
                            Needed{"index.html.json", kFixDescription}};
  constexpr std::array kStand{Needed{kIndex, kFixStand}, Needed{kDevEntry, kFixStand}};
  std::vector<std::string> problems;
  SiteFiles files;
  if (!web.empty()) files.web = ReadBuild("site.web", web, kApp, problems);
  if (stand != nullptr) files.stand = ReadBuild("dev.stand", *stand, kStand, problems);
  if (!problems.empty()) return Fail(std::move(problems));
  return files;
}

}  // namespace prichal::site
