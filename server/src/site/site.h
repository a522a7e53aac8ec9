#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "site/file_tree.h"
#include "site/resource.h"
#include "site/routes.h"
#include "site/wallets_list.h"

namespace prichal::site {

/// Settings of the mini app's host. The configuration module has validated all texts. (The braces
/// let designated initializers omit members under -Wextra.)
struct Options {
  /// Public origin of the site without a trailing slash. Depends on the actual listening address,
  /// so it is set after the sockets are bound.
  std::string origin{};

  std::string product_name{};
  std::string product_slug{};
  std::string bot{};                     ///< https://t.me/…; empty if none
  std::vector<std::string> languages{};  ///< languages of the pages: `ru`, `en`

  std::string manifest_name{};
  std::string manifest_icon{};   ///< a path on this site or an https URL
  std::string terms_of_use{};    ///< an https URL; empty if none
  std::string privacy_policy{};  ///< an https URL; empty if none

  /// Additional sources for the Content-Security-Policy.
  std::vector<std::string> connect_sources{};
  std::vector<std::string> image_sources{};

  /// True if users sign in; the page then loads the sign-in module.
  bool sign_in = false;
  /// Development mode: serves the sandbox, and lets local pages frame the app.
  bool dev = false;
};

/// Response with the label for metrics.
struct Reply {
  http::Response response;
  Route route = Route::kUnknown;
};

/// The whole mini app in memory: all paths with their prepared responses. No request accesses the
/// file system, so no path can leave the site.
///
/// Immutable; any thread. A new build or list of wallets makes a new Site. It takes over the files
/// of its predecessor that open pages can still load: those with a hash in their name.
class Site {
 public:
  /// Builds the page, policy, manifest and wallets list. Without a mini app, builds the status page
  /// and the `pulled` list. The error is all problems, one line each with key, folder, reason and
  /// fix. `pulled`: replaces the build's list; null to use the build's. `before`: the predecessor,
  /// replaced at `now` (steady time); null if none.
  [[nodiscard]] static Result<std::shared_ptr<const Site>, std::vector<std::string>> Make(
      SiteFiles files, const Options& options, const Site* before = nullptr, Millis now = {},
      const PulledWallets* pulled = nullptr);

  /// Makes a Site with the same build, another list of wallets and the matching policy. The error
  /// is one line.
  [[nodiscard]] Result<std::shared_ptr<const Site>, std::string> WithWallets(
      const PulledWallets& pulled, Millis now) const;

  /// Returns the response to a request for any path except those of the bridge and sign-in.
  /// `keeper` keeps this site alive until the response has been sent; null if the caller ensures
  /// that.
  [[nodiscard]] Reply Respond(const http::Request& request,
                              const std::shared_ptr<const void>& keeper = nullptr) const;

  /// How long files of a previous build or list are served.
  static constexpr Millis kKeptFor = std::chrono::hours(24);
  /// Maximum number of kept icons of previous lists; the oldest are dropped first.
  static constexpr std::size_t kMostKeptIcons = 512;
  /// Time at which the first kept file expires (steady time). Empty if none is kept.
  [[nodiscard]] std::optional<Millis> NextToGo() const;
  /// Makes a Site without the kept files that have expired at `now`.
  [[nodiscard]] std::shared_ptr<const Site> WithoutGone(Millis now) const;

 private:
  friend class SiteMaker;

  struct Entry {
    std::shared_ptr<const Resource> resource;
    Route route = Route::kUnknown;
    Millis goes_at = Millis::max();  ///< steady time; max() unless it is from a previous build
  };
  struct PathHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view path) const {
      return std::hash<std::string_view>{}(path);
    }
  };
  template <typename Value>
  using Paths = std::unordered_map<std::string, Value, PathHash, std::equal_to<>>;

  /// Sources of the pages and the list, to build them again.
  struct Parts;

  Site() = default;

  Paths<Entry> entries_;
  Paths<std::string> redirects_;  ///< to another path of this site
  /// Response to documents that do not exist. Null if the build has none.
  std::shared_ptr<const Resource> not_found_;
  /// Without `not_found_`, redirects to "/", as a mini app does.
  bool redirects_home_ = true;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace prichal::site
