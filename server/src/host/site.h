#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "host/file_tree.h"
#include "host/options.h"
#include "host/resource.h"
#include "host/wallets.h"
#include "http/request.h"
#include "http/response.h"

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

/// What a response is about, for counting.
enum class Part : std::uint8_t {
  kPage,
  kAsset,  ///< of a build, or a wallet's icon: a hash is in its name
  kFile,
  kManifest,
  kWallets,
  kStand,
  kRedirect,
  kUnknown,
};

struct Reply {
  http::Response response;
  Part part = Part::kUnknown;
};

/// The whole mini app in memory: every path that exists, with its responses made beforehand, so
/// that no request touches the file system and no path can lead out of it.
///
/// Never changes after it was made; any thread may ask. A new build, or another list of wallets, is
/// a new site, which takes over from the one before what pages that are open may still load: files
/// with a hash in their name.
class Site {
 public:
  /// Puts the page, the policy, the manifest and the list together. The error is one line.
  /// `pulled`: in place of the build's list; null: that one.
  /// `before`: the site that this one follows, at `now` (steady time); null: none.
  [[nodiscard]] static Result<std::shared_ptr<const Site>, std::string> Make(
      SiteFiles files, const Options& options, const Site* before = nullptr, Millis now = {},
      const PulledWallets* pulled = nullptr);

  /// The same build with another list of wallets, and the policy that goes with it.
  [[nodiscard]] Result<std::shared_ptr<const Site>, std::string> WithWallets(
      const PulledWallets& pulled, Millis now) const;

  /// Answers any request that is not the bridge's. `keeper`: keeps this site until the response has
  /// been sent; null where something else does.
  [[nodiscard]] Reply Respond(const http::Request& request,
                              const std::shared_ptr<const void>& keeper = nullptr) const;

  /// How long files are served that belong to what another build or list has followed.
  static constexpr Millis kKeptFor = std::chrono::hours(24);
  /// Icons of lists before this one that are kept for so long; the oldest go earlier.
  static constexpr std::size_t kMostKeptIcons = 512;
  /// When the first of them goes (steady time); nothing: there is none.
  [[nodiscard]] std::optional<Millis> NextToGo() const;
  /// The same site without those that are gone at `now`.
  [[nodiscard]] std::shared_ptr<const Site> WithoutGone(Millis now) const;

 private:
  friend class SiteMaker;

  struct Entry {
    std::shared_ptr<const Resource> resource;
    Part part = Part::kUnknown;
    Millis goes_at = Millis::max();  ///< of a build before: steady time
  };
  struct PathHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view path) const {
      return std::hash<std::string_view>{}(path);
    }
  };
  template <typename Value>
  using Paths = std::unordered_map<std::string, Value, PathHash, std::equal_to<>>;

  /// What the pages and the list are made of, to make them anew.
  struct Parts;

  Site() = default;

  Paths<Entry> entries_;
  Paths<std::string> redirects_;  ///< to another path of ours
  /// What documents that are not here get; null: they lead home, as a mini app's do.
  std::shared_ptr<const Resource> not_found_;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace prichal::host
