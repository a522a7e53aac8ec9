#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/problems.h"
#include "site/content_security_policy.h"
#include "site/page.h"
#include "site/resource.h"
#include "site/site.h"
#include "site/wallets_list.h"

namespace prichal::site {
namespace {

constexpr std::string_view kRevalidate = "no-cache";
constexpr std::string_view kForever = "public, max-age=31536000, immutable";
/// Default name of the error page in generators of static sites.
constexpr std::string_view kNotFound = "404.html";
/// QR code of the bot's link, for users outside Telegram.
constexpr std::string_view kBotCode = "/open-in-telegram.svg";

/// Language of index.html itself; texts of other languages are in files.
constexpr std::string_view kOwnLanguage = "ru";
constexpr std::string_view kWordsFolder = "words/";
constexpr std::string_view kWordsType = ".json";

std::string WordsPath(std::string_view language) {
  return fmt::format("{}{}{}", kWordsFolder, language, kWordsType);
}

/// Returns true if the file in any folder has this name.
bool IsNamed(std::string_view path, std::string_view name) {
  if (!path.ends_with(name)) return false;
  path.remove_suffix(name.size());
  return path.empty() || path.ends_with('/');
}

bool IsPage(std::string_view path) { return path.ends_with(".html"); }

bool IsDescription(std::string_view path) {
  return path.ends_with(kDescriptionEnding) &&
         IsPage(path.substr(0, path.size() - kDescriptionEnding.size()));
}

/// Reads the description of a page from the build. The error names page, description and fix.
Result<PageDescription, std::string> DescriptionOf(const Build& build, std::string_view path,
                                                   std::string_view html) {
  const auto name = fmt::format("{}{}", path, kDescriptionEnding);
  const auto* file = build.Find(name);
  auto description = file == nullptr
                         ? Result<PageDescription, std::string>(Fail(std::string("is missing")))
                         : ReadPageDescription(file->bytes, html);
  if (description) return description;
  return Fail(build.Problem(fmt::format("cannot serve {}: its description {} {}. Fix: {}.", path,
                                        name, description.error(), kFixDescription)));
}

bool IsHashed(std::string_view path) { return path.starts_with("assets/"); }

/// Percent-encodes a path for a URL (RFC 3986 section 3.3).
std::string UrlPath(std::string_view prefix, std::string_view path) {
  std::string url(prefix);
  for (const char c : path) {
    if (IsAsciiAlphanumeric(c) ||
        std::string_view("-._~/!$&'()*+,;=:@").find(c) != std::string_view::npos) {
      url += c;
    } else {
      url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return url;
}

/// Makes content that is generated at start-up, and compresses it.
Content Made(std::string_view type, std::string bytes, std::string lines) {
  auto brotli = Brotli(bytes, Effort::kBest);
  auto gzip = Gzip(bytes, Effort::kBest);
  return {.type = std::string(type),
          .identity = std::move(bytes),
          .brotli = std::move(brotli),
          .gzip = std::move(gzip),
          .cache_control = std::string(kRevalidate),
          .lines = std::move(lines)};
}

}  // namespace

/// Sources of the pages and the list, kept to build them again with other wallets.
struct Site::Parts {
  /// A page that is served as it is in the build.
  struct Page {
    File file;
    std::string path;  ///< URL path
    PageDescription described;
  };

  Options options;
  std::string common;     ///< header lines of every response
  std::string list;       ///< the build's wallets list
  std::string dev_entry;  ///< empty outside development
  std::string html;       ///< index.html with its configuration; empty if the build has no mini app
  PageDescription described;
  std::vector<Page> pages;
};

class SiteMaker {
 public:
  SiteMaker(SiteFiles files, const Options& options) : files_(std::move(files)) {
    parts_->options = options;
    parts_->common = CommonLines(options);
  }
  /// Starts with everything from `before` except its icons.
  explicit SiteMaker(const Site& before)
      : parts_(std::make_shared<Site::Parts>(*before.parts_)), site_(new Site(before)) {
    std::erase_if(site_->entries_,
                  [](const auto& entry) { return entry.first.starts_with(kIconsFolder); });
  }

  /// Returns all problems. After a problem, the site is incomplete.
  Problems Make(const PulledWallets* pulled) {
    Problems problems;
    if (files_.web.files.empty()) {
      AddStatusPage();
      if (pulled != nullptr) problems.Add(AddWallets(pulled));
      return problems;
    }
    ReadLists();
    problems.Add(AddWallets(pulled));
    ReadPages(problems.Add(ReadApp()), problems);
    AddApp();
    AddPages();
    AddManifest();
    AddBotCode();
    for (auto& file : files_.web.files) AddFile("/", std::move(file), Route::kFile);
    AddStand(problems);
    return problems;
  }

  /// Rebuilds a site that was made from a predecessor.
  Result<void, std::string> MakeAnew(const PulledWallets& pulled) {
    if (auto wallets = AddWallets(&pulled); !wallets) return wallets;
    AddApp();
    AddPages();
    return {};
  }

  std::shared_ptr<const Site> TakeSite() {
    site_->parts_ = std::move(parts_);
    return std::move(site_);
  }

  /// Copies files that open pages of the previous build can still load. Only the latest icons are
  /// kept, because a foreign server determines their number.
  void TakeOver(const Site& before, Millis now) {
    std::vector<std::pair<Millis, const std::string*>> icons;
    for (const auto& [path, entry] : before.entries_) {
      if (entry.route != Route::kAsset || entry.goes_at <= now) continue;
      auto kept = entry;
      kept.goes_at = std::min(kept.goes_at, now + Site::kKeptFor);
      const auto goes_at = kept.goes_at;
      const bool is_fresh = site_->entries_.try_emplace(path, std::move(kept)).second;
      if (is_fresh && path.starts_with(kIconsFolder)) icons.emplace_back(goes_at, &path);
    }
    if (icons.size() <= Site::kMostKeptIcons) return;
    std::sort(icons.begin(), icons.end());
    icons.resize(icons.size() - Site::kMostKeptIcons);
    for (const auto& [goes_at, path] : icons) site_->entries_.erase(*path);
  }

 private:
  void Put(const std::string& path, Content content, Route route) {
    site_->entries_[path] = {std::make_shared<const Resource>(std::move(content)), route};
  }

  void ReadLists() {
    if (const auto* list = files_.web.Find(kWallets)) parts_->list = list->bytes;
    if (!parts_->options.dev) return;
    if (const auto* entry = files_.stand.Find(kDevEntry)) parts_->dev_entry = entry->bytes;
  }

  Result<void, std::string> AddWallets(const PulledWallets* pulled) {
    const auto& dev = parts_->dev_entry;
    const auto compose = [&](std::optional<std::string_view> entry) {
      return ComposeWallets(pulled == nullptr ? parts_->list : pulled->list, entry,
                            parts_->options.origin, pulled == nullptr ? nullptr : &pulled->icons);
    };
    auto wallets = compose(dev.empty() ? std::nullopt : std::optional<std::string_view>(dev));
    if (!wallets && !dev.empty() && compose(std::nullopt)) {
      return Fail(files_.stand.Problem(
          fmt::format("invalid {}: {}. Fix: {}.", kDevEntry, wallets.error(), kFixStand)));
    }
    if (!wallets) {
      return Fail(files_.web.Problem(
          fmt::format("cannot serve {}: {}. Fix: {}.", kWallets, wallets.error(), kFixList)));
    }
    sources_.connect = std::move(wallets->bridge_origins);
    sources_.images = std::move(wallets->image_origins);
    auto content = Made("application/json", std::move(wallets->json), parts_->common);
    content.readers = Readers::kAnyPage;
    Put("/wallets-v2.json", std::move(content), Route::kWallets);
    if (pulled == nullptr) return {};
    for (const auto& [name, icon] : pulled->icons) {
      Put(icon.path,
          {.type = std::string(ContentTypeOf(icon.path).name),
           .identity = icon.webp,
           .cache_control = std::string(kForever),
           .lines = parts_->common,
           .readers = Readers::kAnyFrame},  // other pages can use the list
          Route::kAsset);
    }
    return {};
  }

  Result<void, std::string> ReadApp() {
    const auto& options = parts_->options;
    const auto* index = files_.web.Find(kIndex);
    std::vector<PageWords> words;
    std::vector<std::string> missing;
    for (const auto& language : options.languages) {
      if (language == kOwnLanguage) continue;
      if (const auto* file = files_.web.Find(WordsPath(language))) {
        words.push_back({.language = language, .json = file->bytes});
      } else {
        missing.push_back(WordsPath(language));
      }
    }
    if (!missing.empty()) return Fail(NoWords(missing));
    const auto html = index == nullptr ? std::string_view() : index->bytes;
    auto description = DescriptionOf(files_.web, kIndex, html);
    if (!description) return Fail(std::move(description.error()));
    // No mini app: AddPages() serves the page unchanged, without configuration.
    if (!description->config) return {};
    parts_->html = ComposePage(html, *description, options, words);
    parts_->described = *std::move(description);
    return {};
  }

  /// Returns the header lines of a page with its policy.
  [[nodiscard]] std::string LinesOf(const PageDescription& described) const {
    auto sources = sources_;
    sources.scripts = described.scripts;
    sources.styles = described.styles;
    return parts_->common + DocumentLines() +
           "Content-Security-Policy: " + AppPolicy(sources, parts_->options) + "\r\n";
  }

  [[nodiscard]] std::vector<std::string> AppPaths() const {
    if (parts_->html.empty()) return {};
    return {"/", "/wheel", "/about", "/buy-" + parts_->options.product_slug};
  }

  void AddApp() {
    if (parts_->html.empty()) return;
    const auto& described = parts_->described;
    auto content = Made(ContentTypeOf(kIndex).name, parts_->html, LinesOf(described));
    content.readers = Readers::kAnyFrame;  // frame-ancestors limits the pages that can frame it
    for (const auto& path : AppPaths()) {
      auto for_path = content;
      for_path.lines += PreloadLine(described.preloads, path);
      Put(path, std::move(for_path), Route::kPage);
    }
  }

  /// Reads the pages that are served unchanged: each page with a description. `has_app`: false if
  /// the app's page has a problem, which is not reported again.
  void ReadPages(bool has_app, Problems& problems) {
    const auto app = AppPaths();
    std::set<std::string> taken(app.begin(), app.end());
    for (auto& file : files_.web.files) {
      const bool described =
          IsPage(file.path) &&
          files_.web.Find(fmt::format("{}{}", file.path, kDescriptionEnding)) != nullptr;
      if (!described || (!has_app && file.path == kIndex)) continue;
      auto [path, redirects] = PagePathOf(UrlPath("", file.path));
      if (!taken.insert(path).second) continue;  // a path of the mini app or of another page
      auto description = DescriptionOf(files_.web, file.path, file.bytes);
      if (!problems.Add(description)) continue;
      if (file.path != kNotFound) {
        for (const auto& other : redirects) site_->redirects_[other] = path;
      }
      if (!file.brotli) file.brotli = Brotli(file.bytes, Effort::kQuick);
      if (!file.gzip) file.gzip = Gzip(file.bytes, Effort::kQuick);
      // The path stays, because Find() reads it.
      File served{file.path, std::move(file.bytes), std::move(file.brotli), std::move(file.gzip)};
      parts_->pages.push_back({std::move(served), std::move(path), *std::move(description)});
    }
  }

  void AddPages() {
    for (const auto& [file, path, described] : parts_->pages) {
      Content content{.type = std::string(ContentTypeOf(kIndex).name),
                      .identity = file.bytes,
                      .brotli = file.brotli,
                      .gzip = file.gzip,
                      .cache_control = std::string(kRevalidate),
                      .lines = LinesOf(described) + PreloadLine(described.preloads, path),
                      .readers = Readers::kAnyFrame};
      if (file.path == kNotFound) {
        content.status = 404;
        site_->not_found_ = std::make_shared<const Resource>(std::move(content));
      } else {
        Put(path, std::move(content), Route::kPage);
      }
    }
  }

  /// Names the missing files of languages, and lists the available languages.
  [[nodiscard]] std::string NoWords(const std::vector<std::string>& missing) const {
    std::string spoken(kOwnLanguage);
    for (const auto& file : files_.web.files) {
      std::string_view path = file.path;
      if (!path.starts_with(kWordsFolder) || !path.ends_with(kWordsType)) continue;
      path.remove_prefix(kWordsFolder.size());
      path.remove_suffix(kWordsType.size());
      spoken += fmt::format(", {}", path);
    }
    return fmt::format(
        "product.languages: the mini app has no {}. Fix: use only its languages: {}.",
        fmt::join(missing, ", "), spoken);
  }

  /// Adds the only page of a site without a mini app.
  void AddStatusPage() {
    auto [html, policy] = MakeStatusPage();
    Put("/",
        Made(ContentTypeOf(kIndex).name, std::move(html),
             parts_->common + DocumentLines() + "Content-Security-Policy: " + policy + "\r\n"),
        Route::kPage);
    site_->redirects_home_ = false;
  }

  void AddManifest() {
    auto content = Made("application/json", ManifestJson(parts_->options), parts_->common);
    content.readers = Readers::kAnyPage;
    Put("/tonconnect-manifest.json", std::move(content), Route::kManifest);
  }

  void AddBotCode() {
    if (parts_->options.bot.empty()) return;
    // The link is shown even if it is too long for a QR code.
    auto code = QrSvg(parts_->options.bot);
    if (!code) return;
    Put(std::string(kBotCode), Made(ContentTypeOf(kBotCode).name, *std::move(code), parts_->common),
        Route::kFile);
  }

  void AddFile(std::string_view prefix, File file, Route route) {
    const auto path = UrlPath(prefix, file.path);
    // Skip the raw page, descriptions, and files whose path was already generated.
    if (file.path == kIndex || IsDescription(file.path) || site_->entries_.contains(path) ||
        site_->redirects_.contains(path) || (file.path == kNotFound && site_->not_found_)) {
      return;
    }
    const bool hashed = IsHashed(file.path);
    const auto type = ContentTypeOf(file.path);
    if (type.compressible && !file.brotli) file.brotli = Brotli(file.bytes, Effort::kQuick);
    if (type.compressible && !file.gzip) file.gzip = Gzip(file.bytes, Effort::kQuick);
    // Wallets show the app's icon on their pages; code is only for this site.
    const bool is_own_file = hashed && route == Route::kFile;
    Put(path,
        {.type = std::string(type.name),
         .identity = std::move(file.bytes),
         .brotli = std::move(file.brotli),
         .gzip = std::move(file.gzip),
         .cache_control = std::string(hashed ? kForever : kRevalidate),
         .lines = parts_->common,
         .readers = is_own_file ? Readers::kOwnPages : Readers::kAnyFrame},
        is_own_file ? Route::kAsset : route);
  }

  void AddStand(Problems& problems) {
    // Pages first: the loop below moves the remaining files, including descriptions.
    for (auto& file : files_.stand.files) {
      if (IsNamed(file.path, kIndex)) problems.Add(AddStandPage(file));
    }
    for (auto& file : files_.stand.files) {
      if (file.path == kDevEntry || IsNamed(file.path, kIndex)) continue;
      AddFile("/stand/", std::move(file), Route::kStand);
    }
  }

  /// `wallet/index.html` is served at `/stand/wallet/`; `/stand/wallet` redirects to it.
  Result<void, std::string> AddStandPage(File& file) {
    const auto description = DescriptionOf(files_.stand, file.path, file.bytes);
    if (!description) return Fail(description.error());
    const auto directory =
        UrlPath("/stand/", std::string_view(file.path).substr(0, file.path.size() - kIndex.size()));
    const auto policy = StandPolicy(description->scripts);
    const auto lines = parts_->common + "Content-Security-Policy: " + policy + "\r\n";
    auto content = Made(ContentTypeOf(kIndex).name, std::move(file.bytes), lines);
    content.readers = Readers::kAnyFrame;
    Put(directory, std::move(content), Route::kStand);
    site_->redirects_[directory.substr(0, directory.size() - 1)] = directory;
    return {};
  }

  SiteFiles files_;
  std::shared_ptr<Site::Parts> parts_ = std::make_shared<Site::Parts>();
  PageSources sources_;
  std::shared_ptr<Site> site_{new Site};
};

Result<std::shared_ptr<const Site>, std::vector<std::string>> Site::Make(
    SiteFiles files, const Options& options, const Site* before, Millis now,
    const PulledWallets* pulled) {
  SiteMaker maker(std::move(files), options);
  if (const Problems problems = maker.Make(pulled); !problems.empty()) {
    return Fail(problems.lines());
  }
  if (before != nullptr) maker.TakeOver(*before, now);
  return maker.TakeSite();
}

Result<std::shared_ptr<const Site>, std::string> Site::WithWallets(const PulledWallets& pulled,
                                                                   Millis now) const {
  SiteMaker maker(*this);
  if (auto made = maker.MakeAnew(pulled); !made) return Fail(std::move(made.error()));
  maker.TakeOver(*this, now);
  return maker.TakeSite();
}

}  // namespace prichal::site
