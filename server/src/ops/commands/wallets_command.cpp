#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/data_folder.h"
#include "base/descriptor.h"
#include "base/secret.h"
#include "ops/commands/commands.h"
#include "ops/commands/configure.h"
#include "ops/commands/verdict.h"
#include "site/wallets/list.h"
#include "site/wallets/pull.h"
#include "site/wallets/snapshot.h"
#include "site/wallets_list.h"

namespace prichal::ops {
namespace {

constexpr const char* kPull = "wallets pull";
constexpr const char* kCheck = "wallets check";
constexpr const char* kPullFooter =
    "Downloads the list and the picture of each wallet, converts the pictures to icons and\n"
    "writes everything to wallets.snapshot in the data folder. The server reads the file at\n"
    "startup and on SIGHUP. Run the command as the server's user. You do not need it if\n"
    "wallets.refresh is set: then the server downloads the list itself.\n"
    "\n"
    "Exit status: 0 on success, 1 if the list was rejected, 2 if it could not be downloaded or\n"
    "saved.";
constexpr const char* kCheckFooter =
    "Use it before you publish a list on a mirror.\n"
    "\n"
    "Exit status: 0 if every entry can be used, 1 if an entry cannot be used, 2 if the file\n"
    "cannot be read.";

struct WalletsFlags {
  std::string config_file;
  std::string source;
  std::string folder;
  bool force = false;
  std::string file;
};

struct Places {
  std::string source;
  std::string folder;
};

Result<Places, std::string> PlacesOf(const WalletsFlags& flags) {
  const auto settings =
      ConfigureSections(flags.config_file,
                        {{"wallets.source", flags.source, {config::From::kFlag, "--from"}},
                         {"store.data", flags.folder, {config::From::kFlag, "--to"}}},
                        {"store.", "wallets."});
  if (!settings) return Fail(settings.error());
  auto folder = flags.folder.empty() ? DataFolderOf(*settings) : flags.folder;
  if (folder.empty()) {
    return Fail(
        std::string("this configuration stores nothing on the disk (store.kind, store.data). Fix: "
                    "name a folder with --to."));
  }
  return Places{.source = settings->wallets.source, .folder = std::move(folder)};
}

/// Returns the previous snapshot, so that only changes are fetched. Nullopt if none.
std::optional<site::wallets::Snapshot> Before(const std::string& path) {
  const auto bytes = ReadSmallFile(path, site::wallets::kMostSnapshotBytes);
  if (!bytes) return std::nullopt;
  auto snapshot = site::wallets::ParseSnapshot(*bytes);
  if (!snapshot) return std::nullopt;
  return *std::move(snapshot);
}

std::string LinesOf(const site::wallets::Pulled& pulled) {
  std::string text;
  for (const auto& line : pulled.dropped) text += fmt::format("  left out: {}\n", line);
  for (const auto& failed : pulled.icon_failures) {
    text += fmt::format("  no picture: {}: {}{}\n", failed.app_name, failed.failure.words,
                        failed.has_older ? "; the old one stays" : "");
  }
  return text;
}

int Pull(const WalletsFlags& flags) {
  const auto places = PlacesOf(flags);
  if (!places) return ReportUsageError(kPull, places.error());
  if (auto made = DataFolder::Prepare(places->folder); !made) {
    return ReportUsageError(kPull, made.error());
  }
  const auto path = (std::filesystem::path(places->folder) / site::wallets::kSnapshotFile).string();
  const auto before = Before(path);
  outbound::HttpsClient https;
  site::wallets::Puller puller(https, {.source = places->source, .accepts_shrunk = flags.force});
  const auto pulled = puller.Pull(before ? &*before : nullptr, MachineClock().Now().unix_time);
  if (!pulled) {
    const auto& failure = pulled.error();
    (void)ReportUsageError(kPull, fmt::format("{}: {}", places->source, failure.words));
    const bool refused = failure.reason == site::wallets::Reason::kMalformed ||
                         failure.reason == site::wallets::Reason::kShrunk;
    return refused ? kRefused : kMistake;
  }
  const auto bytes = site::wallets::Serialize(*pulled->snapshot);
  if (auto kept = PrivateFile::Write(path, bytes); !kept) {
    return ReportUsageError(
        kPull,
        fmt::format("{}. Fix: run this command as the server's user, or name a folder with --to.",
                    kept.error()));
  }
  return Print(fmt::format("{}: {} wallets, {} icons, {} bytes{}\n{}", path, pulled->wallets,
                           pulled->snapshot->icons.size(), bytes.size(),
                           pulled->changed ? "" : ", nothing new", LinesOf(*pulled)),
               kGood);
}

int CheckSnapshot(const std::string& file, const site::wallets::Snapshot& snapshot) {
  const auto list =
      site::wallets::ReadList(snapshot.list, site::OriginOf(snapshot.source).value_or(""));
  std::size_t bytes = 0;
  for (const auto& [name, icon] : snapshot.icons) bytes += icon.webp.size();
  return Print(
      fmt::format(
          "{}: {} wallets, {} icons in {} bytes\n  from {}\n  of {:%Y-%m-%d %H:%M:%S} UTC\n", file,
          list ? list->wallets.size() : 0, snapshot.icons.size(), bytes, snapshot.source,
          fmt::gmtime(static_cast<std::time_t>(snapshot.pulled_at.count() / 1000))),
      kGood);
}

int Check(const WalletsFlags& flags) {
  const auto bytes = ReadSmallFile(flags.file, site::wallets::kMostSnapshotBytes);
  if (!bytes) {
    return ReportUsageError(kCheck,
                            fmt::format("cannot read \"{}\": {}", flags.file, bytes.error()));
  }
  const bool is_list = bytes->find_first_not_of(" \t\r\n") != std::string::npos &&
                       (*bytes)[bytes->find_first_not_of(" \t\r\n")] == '[';
  if (!is_list) {
    const auto snapshot = site::wallets::ParseSnapshot(*bytes);
    if (snapshot) return CheckSnapshot(flags.file, *snapshot);
    return Print(
        fmt::format("refused: \"{}\" {}, and is not a wallets list (expected a JSON array)\n",
                    flags.file, snapshot.error()),
        kRefused);
  }
  const auto list = site::wallets::ReadList(*bytes, {});
  if (!list) {
    return Print(fmt::format("refused: {}\n", list.error()), kRefused);
  }
  std::string text = fmt::format("{}: {} wallets\n", flags.file, list->wallets.size());
  for (const auto& line : list->dropped) text += fmt::format("  left out: {}\n", line);
  return Print(text, list->dropped.empty() ? kGood : kRefused);
}

}  // namespace

void AddWalletsCommand(cli::Command& app) {
  auto* group = &app.AddCommand("wallets", "Download or check the wallets list");
  auto flags = std::make_shared<WalletsFlags>();

  auto* pull = &group->AddCommand("pull", "Download the wallets list and its icons for a server");
  pull->AddOption("--config", "FILE", &flags->config_file,
                  "Configuration file of the server (TOML)");
  pull->AddOption("--from", "URL", &flags->source, "URL of the list [wallets.source]");
  pull->AddOption("--to", "DIR", &flags->folder, "Data folder of the server [store.data]");
  pull->AddSwitch("--force", flags->force,
                  "Accept a list that has lost more than half of its wallets");
  pull->footer = kPullFooter;
  pull->run = [flags] { return Pull(*flags); };

  auto* check = &group->AddCommand("check", "Check a wallets list or a downloaded snapshot");
  check
      ->AddOption("file", "FILE", &flags->file,
                  "wallets-v2.json, or the wallets.snapshot of `prichal wallets pull`")
      .required = true;
  check->footer = kCheckFooter;
  check->run = [flags] { return Check(*flags); };
}

}  // namespace prichal::ops
