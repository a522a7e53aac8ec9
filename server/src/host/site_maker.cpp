#include <fmt/format.h>

#include <optional>

#include "host/compress.h"
#include "host/content_type.h"
#include "host/manifest.h"
#include "host/page.h"
#include "host/page_description.h"
#include "host/page_path.h"
#include "host/policy.h"
#include "host/preload.h"
#include "host/qr_code.h"
#include "host/site.h"
#include "host/wallets.h"

namespace prichal::host {
namespace {

constexpr std::string_view kRevalidate = "no-cache";
constexpr std::string_view kForever = "public, max-age=31536000, immutable";
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kNotFound = "404.html";  ///< as generators of static sites name it
constexpr std::string_view kWallets = "wallets-v2.json";
constexpr std::string_view kDevEntry = "wallet-entry.json";
/// The bot's link as a code to scan, for visitors who came without Telegram.
constexpr std::string_view kBotCode = "/open-in-telegram.svg";

/// What index.html itself is written in; the words of every other language are in a file.
constexpr std::string_view kOwnLanguage = "ru";
constexpr std::string_view kWordsFolder = "words/";
constexpr std::string_view kWordsType = ".json";

std::string WordsPath(std::string_view language) {
  return fmt::format("{}{}{}", kWordsFolder, language, kWordsType);
}

/// Whether a file has that name, in whatever folder.
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

/// What the build says of a page. The error names page and description, and the way out.
Result<PageDescription, std::string> DescriptionOf(const std::vector<File>& files,
                                                   std::string_view path, std::string_view html,
                                                   std::string_view build) {
  const auto name = fmt::format("{}{}", path, kDescriptionEnding);
  const auto* file = FindFile(files, name);
  auto description = file == nullptr
                         ? Result<PageDescription, std::string>(Fail(std::string("is not there")))
                         : ReadPageDescription(file->bytes, html);
  if (description) return description;
  return Fail(
      fmt::format("cannot serve {}: {}, which describes it, {}; `{}` writes both, and "
                  "`node script/describe-pages.mjs FOLDER` describes the pages of any other build",
                  path, name, description.error(), build));
}

bool IsHashed(std::string_view path) { return path.starts_with("assets/"); }

/// A path as a client writes it: what is not allowed in one is percent-encoded (RFC 3986, section
/// 3.3).
std::string UrlPath(std::string_view prefix, std::string_view path) {
  std::string url(prefix);
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/!$&'()*+,;=:@").find(c) != std::string_view::npos;
    if (plain) {
      url += c;
    } else {
      url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return url;
}

/// Content that is made here, so it is compressed here.
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

Result<SiteFiles, std::string> ReadSite(const std::string& web, const std::string* stand) {
  SiteFiles files;
  const auto read = [](const std::string& directory, std::string_view wanted, std::string_view key,
                       std::string_view way_out) -> Result<std::vector<File>, std::string> {
    auto tree = ReadTree(directory);
    if (!tree) return Fail(fmt::format("{}: {}; {}", key, tree.error(), way_out));
    for (const auto name : {kIndex, wanted}) {
      if (FindFile(*tree, name) == nullptr) {
        return Fail(fmt::format("{}: {} has no {}; {}", key, directory, name, way_out));
      }
    }
    return tree;
  };
  auto app = read(web, kWallets, "site.web",
                  "build the mini app with `npm run build:app`, or name its directory with --web");
  if (!app) return Fail(std::move(app.error()));
  files.web = *std::move(app);
  if (stand != nullptr) {
    auto tree = read(*stand, kDevEntry, "dev.stand",
                     "build the stand with `npm run build:stand`, or start without --dev");
    if (!tree) return Fail(std::move(tree.error()));
    files.stand = *std::move(tree);
  }
  return files;
}

class SiteMaker {
 public:
  SiteMaker(SiteFiles files, const Options& options)
      : files_(std::move(files)), options_(options), common_(CommonLines(options)) {}

  /// Empty, or what went wrong.
  std::string Make() {
    auto problem = AddWallets();
    if (problem.empty()) problem = AddPage();
    if (problem.empty()) problem = AddPages();
    if (!problem.empty()) return problem;
    AddManifest();
    AddBotCode();
    for (auto& file : files_.web) AddFile("/", std::move(file), Part::kFile);
    return AddStand();
  }

  std::shared_ptr<const Site> TakeSite() { return std::move(site_); }

  /// What pages of that build may still load, and this one has not.
  void TakeOver(const Site& before, Millis now) {
    for (const auto& [path, entry] : before.entries_) {
      if (entry.part != Part::kAsset || entry.goes_at <= now) continue;
      auto kept = entry;
      kept.goes_at = std::min(kept.goes_at, now + Site::kKeptFor);
      site_->entries_.try_emplace(path, std::move(kept));
    }
  }

 private:
  void Put(const std::string& path, Content content, Part part) {
    site_->entries_[path] = {std::make_shared<const Resource>(std::move(content)), part};
  }

  std::string AddWallets() {
    std::optional<std::string_view> dev_entry;
    if (options_.dev) {
      if (const auto* file = FindFile(files_.stand, kDevEntry)) dev_entry = file->bytes;
    }
    const auto* list = FindFile(files_.web, kWallets);
    auto wallets = ComposeWallets(list == nullptr ? std::string_view() : list->bytes, dev_entry,
                                  options_.origin);
    if (!wallets) return fmt::format("cannot serve {}: {}", kWallets, wallets.error());
    sources_.connect = std::move(wallets->bridge_origins);
    sources_.images = std::move(wallets->image_origins);
    auto content = Made("application/json", std::move(wallets->json), common_);
    content.readers = Readers::kAnyPage;
    Put("/wallets-v2.json", std::move(content), Part::kWallets);
    return {};
  }

  std::string AddPage() {
    const auto* index = FindFile(files_.web, kIndex);
    std::vector<PageWords> words;
    for (const auto& language : options_.languages) {
      if (language == kOwnLanguage) continue;
      const auto* file = FindFile(files_.web, WordsPath(language));
      if (file == nullptr) return NoWords(language);
      words.push_back({.language = language, .json = file->bytes});
    }
    const auto html = index == nullptr ? std::string_view() : index->bytes;
    auto description = DescriptionOf(files_.web, kIndex, html, "npm run build:app");
    if (!description) return std::move(description.error());
    // No mini app of ours: nothing of the configuration goes into it, and AddPages() serves it as
    // it is.
    if (!description->config) return {};
    const auto page = ComposePage(html, *description, options_, words);
    sources_.scripts = std::move(description->scripts);
    sources_.styles = std::move(description->styles);
    const auto lines = common_ + DocumentLines() +
                       "Content-Security-Policy: " + AppPolicy(sources_, options_) + "\r\n";
    const auto type = ContentTypeOf(kIndex).name;
    auto content = Made(type, page, lines);
    content.readers = Readers::kAnyFrame;  // frame-ancestors decides who may frame it
    for (const auto& path : {std::string("/"), std::string("/wheel"), std::string("/about"),
                             "/buy-" + options_.product_slug}) {
      auto for_path = content;
      for_path.lines += PreloadLine(description->preloads, path);
      Put(path, std::move(for_path), Part::kPage);
    }
    return {};
  }

  /// The pages of the build that are served as they are: each that it describes.
  std::string AddPages() {
    for (const auto& file : files_.web) {
      const bool described =
          IsPage(file.path) &&
          FindFile(files_.web, fmt::format("{}{}", file.path, kDescriptionEnding)) != nullptr;
      if (!described) continue;
      const auto [path, redirects] = PagePathOf(UrlPath("", file.path));
      if (site_->entries_.contains(path)) continue;  // the mini app's
      auto content = PlainPage(file, path);
      if (!content) return std::move(content.error());
      if (file.path == kNotFound) {
        content->status = 404;
        site_->not_found_ = std::make_shared<const Resource>(*std::move(content));
        continue;
      }
      Put(path, *std::move(content), Part::kPage);
      for (const auto& other : redirects) site_->redirects_[other] = path;
    }
    return {};
  }

  /// A page as the build has written it, with a policy of its own.
  [[nodiscard]] Result<Content, std::string> PlainPage(const File& file,
                                                       std::string_view path) const {
    auto description = DescriptionOf(files_.web, file.path, file.bytes, "npm run build:app");
    if (!description) return Fail(std::move(description.error()));
    auto sources = sources_;
    sources.scripts = std::move(description->scripts);
    sources.styles = std::move(description->styles);
    return Content{.type = std::string(ContentTypeOf(kIndex).name),
                   .identity = file.bytes,
                   .brotli = file.brotli ? file.brotli : Brotli(file.bytes, Effort::kQuick),
                   .gzip = file.gzip ? file.gzip : Gzip(file.bytes, Effort::kQuick),
                   .cache_control = std::string(kRevalidate),
                   .lines = common_ + DocumentLines() +
                            "Content-Security-Policy: " + AppPolicy(sources, options_) + "\r\n" +
                            PreloadLine(description->preloads, path),
                   .readers = Readers::kAnyFrame};
  }

  /// Why a language cannot be spoken, and which can.
  [[nodiscard]] std::string NoWords(std::string_view language) const {
    std::string spoken(kOwnLanguage);
    for (const auto& file : files_.web) {
      std::string_view path = file.path;
      if (!path.starts_with(kWordsFolder) || !path.ends_with(kWordsType)) continue;
      path.remove_prefix(kWordsFolder.size());
      path.remove_suffix(kWordsType.size());
      spoken += fmt::format(", {}", path);
    }
    return fmt::format(
        "product.languages: the mini app has no {}; it speaks {}, leave the others out",
        WordsPath(language), spoken);
  }

  void AddManifest() {
    auto content = Made("application/json", ManifestJson(options_), common_);
    content.readers = Readers::kAnyPage;
    Put("/tonconnect-manifest.json", std::move(content), Part::kManifest);
  }

  void AddBotCode() {
    if (options_.bot.empty()) return;
    // A link too long for a code is still a link.
    auto code = QrSvg(options_.bot);
    if (!code) return;
    Put(std::string(kBotCode), Made(ContentTypeOf(kBotCode).name, *std::move(code), common_),
        Part::kFile);
  }

  void AddFile(std::string_view prefix, File file, Part part) {
    const auto path = UrlPath(prefix, file.path);
    // The page is never served raw, its description is for us, and what was made here, pages among
    // it, wins over a file of the same name.
    if (file.path == kIndex || IsDescription(file.path) || site_->entries_.contains(path) ||
        site_->redirects_.contains(path) || (file.path == kNotFound && site_->not_found_)) {
      return;
    }
    const bool hashed = IsHashed(file.path);
    const auto type = ContentTypeOf(file.path);
    if (type.compressible && !file.brotli) file.brotli = Brotli(file.bytes, Effort::kQuick);
    if (type.compressible && !file.gzip) file.gzip = Gzip(file.bytes, Effort::kQuick);
    // Wallets show our icon on their own pages; code is for our own.
    const bool own = hashed && part == Part::kFile;
    Put(path,
        {.type = std::string(type.name),
         .identity = std::move(file.bytes),
         .brotli = std::move(file.brotli),
         .gzip = std::move(file.gzip),
         .cache_control = std::string(hashed ? kForever : kRevalidate),
         .lines = common_,
         .readers = own ? Readers::kOwnPages : Readers::kAnyFrame},
        own ? Part::kAsset : part);
  }

  std::string AddStand() {
    // The pages first: what is added otherwise is moved away, descriptions too.
    for (auto& file : files_.stand) {
      if (!IsNamed(file.path, kIndex)) continue;
      auto problem = AddStandPage(file);
      if (!problem.empty()) return problem;
    }
    for (auto& file : files_.stand) {
      if (file.path == kDevEntry || IsNamed(file.path, kIndex)) continue;
      AddFile("/stand/", std::move(file), Part::kStand);
    }
    return {};
  }

  /// `wallet/index.html` is `/stand/wallet/`, and `/stand/wallet` leads there.
  std::string AddStandPage(File& file) {
    const auto description =
        DescriptionOf(files_.stand, file.path, file.bytes, "npm run build:stand");
    if (!description) return description.error();
    const auto directory =
        UrlPath("/stand/", std::string_view(file.path).substr(0, file.path.size() - kIndex.size()));
    const auto policy = StandPolicy(description->scripts);
    const auto lines = common_ + "Content-Security-Policy: " + policy + "\r\n";
    auto content = Made(ContentTypeOf(kIndex).name, std::move(file.bytes), lines);
    content.readers = Readers::kAnyFrame;
    Put(directory, std::move(content), Part::kStand);
    site_->redirects_[directory.substr(0, directory.size() - 1)] = directory;
    return {};
  }

  SiteFiles files_;
  const Options& options_;
  std::string common_;
  PageSources sources_;
  std::shared_ptr<Site> site_{new Site};
};

Result<std::shared_ptr<const Site>, std::string> Site::Make(SiteFiles files, const Options& options,
                                                            const Site* before, Millis now) {
  SiteMaker maker(std::move(files), options);
  auto problem = maker.Make();
  if (!problem.empty()) return Fail(std::move(problem));
  if (before != nullptr) maker.TakeOver(*before, now);
  return maker.TakeSite();
}

}  // namespace prichal::host
