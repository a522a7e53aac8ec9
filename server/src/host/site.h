#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "host/file_tree.h"
#include "host/options.h"
#include "host/resource.h"
#include "http/answer.h"
#include "http/request.h"

namespace prichal::host {

/// The files that a site is made of, read once.
struct SiteFiles {
  std::vector<File> web;    ///< build of the mini app
  std::vector<File> stand;  ///< build of the stand; empty outside development
};

/// Reads them. `stand`: null outside development. The error is one line that names the path, what
/// is wrong, and the way out.
[[nodiscard]] Result<SiteFiles, std::string> ReadSite(const std::string& web,
                                                      const std::string* stand);

/// What an answer is about, for counting.
enum class Part : std::uint8_t {
  kPage,
  kAsset,
  kFile,
  kManifest,
  kWallets,
  kStand,
  kRedirect,
  kUnknown,
};

struct Reply {
  http::Answer answer;
  Part part = Part::kUnknown;
};

/// The whole mini app in memory: every path that exists, with its answers made beforehand, so that
/// no request touches the file system and no path can lead out of it.
///
/// Never changes after it was made; any thread may ask. Must outlive every connection.
class Site {
 public:
  /// Puts the page, the policy, the manifest and the list together. The error is one line.
  [[nodiscard]] static Result<std::unique_ptr<Site>, std::string> Make(SiteFiles files,
                                                                       const Options& options);

  /// Answers any request that is not the bridge's.
  [[nodiscard]] Reply Answer(const http::Request& request) const;

 private:
  friend class SiteMaker;

  struct Entry {
    std::shared_ptr<const Resource> resource;
    Part part = Part::kUnknown;
  };
  struct PathHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view path) const {
      return std::hash<std::string_view>{}(path);
    }
  };
  template <typename Value>
  using Paths = std::unordered_map<std::string, Value, PathHash, std::equal_to<>>;

  Site() = default;

  Paths<Entry> entries_;
  Paths<std::string> redirects_;  ///< to another path of ours
};

}  // namespace prichal::host
