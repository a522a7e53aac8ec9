// Checks on the server's own machine, by the server's configuration.

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>

#include "base/descriptor.h"
#include "bridge/store/database.h"
#include "config/machine.h"
#include "ops/commands/input.h"
#include "ops/doctor/deployment.h"
#include "ops/doctor/judgements.h"
#include "signin/ledger/sqlite/ledger_database.h"

namespace prichal::ops {
namespace {

using config::Settings;
using std::chrono::steady_clock;

constexpr std::array<std::string_view, 3> kDisk{"data_folder", "disk_space", "disk_fsync"};

/// Returns the value of a metric without labels. Nullopt if missing.
std::optional<std::uint64_t> Metric(std::string_view text, std::string_view name) {
  const auto line = text.find(fmt::format("\n{} ", name));
  if (line == std::string_view::npos) return std::nullopt;
  const auto from = line + name.size() + 2;
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data() + from, text.data() + text.size(), value);
  if (error != std::errc() || !(value >= 0) || value > 1e18) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

/// Checks whether the server runs, and its limit of open files.
void LookAtServer(const Deployment& deployment, Findings& findings) {
  const auto& settings = deployment.settings->server;
  const auto admin = AddressToAsk(settings.admin);
  const auto get = [&](std::string_view path) {
    return deployment.client.Fetch(
        {.url = admin->Url(path), .unix_socket = admin->socket, .timeout = deployment.timeout});
  };
  const auto ready = admin ? get("readyz") : outbound::Response();
  const bool runs = admin && ready.came() && ready.status != 404;
  if (!admin) {
    findings.NotLookedAt("server", admin.error());
  } else if (!runs) {
    findings.NotLookedAt("server",
                         fmt::format("no server answers at {}: {}", admin->Shown("readyz"),
                                     ready.came() ? "404" : ready.words));
  } else if (ready.status == 200) {
    findings.Good("server", "ready at " + admin->Shown("readyz"));
  } else {
    findings.Wrong("server", fmt::format("{} {}", ready.status, ready.body.substr(0, 200)),
                   "it accepts no new users",
                   "if it is draining, wait for its end; if it is unhealthy, read its log and "
                   "the alert PrichalNotReady");
  }
  if (runs) {
    const auto metrics = get("metrics");
    if (const auto limit = Metric(metrics.body, "process_max_fds"); metrics.came() && limit) {
      return JudgeOpenFiles(*limit, settings.max_connections, "the running server", findings);
    }
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  JudgeOpenFiles(limit.rlim_max, settings.max_connections, "this shell", findings);
}

/// Measures commits like those of the store: writes and syncs one page.
std::vector<std::chrono::microseconds> MeasureFsync(const std::string& folder) {
  constexpr std::size_t kMost = 200;
  constexpr std::chrono::seconds kLongest{2};
  std::vector<std::chrono::microseconds> times;
  // An unnamed file, so that nothing is left after a crash.
  const Descriptor file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  std::array<char, 4096> page{};
  const auto begun = steady_clock::now();
  while (file.is_open() && times.size() < kMost && steady_clock::now() - begun < kLongest) {
    page.fill(static_cast<char>(times.size()));
    const auto from = steady_clock::now();
    if (!WriteAll(file.fd(), {page.data(), page.size()}).empty() || fdatasync(file.fd()) != 0) {
      break;
    }
    times.push_back(
        std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - from));
  }
  return times;
}

void LookAtDisk(const Deployment& deployment, Findings& findings) {
  const bool is_elsewhere = deployment.settings->store.kind == "valkey";
  const auto& folder = deployment.data_folder;
  if (folder.empty()) {
    return findings.NotLookedAt(
        kDisk, is_elsewhere ? "messages are stored in Valkey" : "messages are stored in memory");
  }
  struct stat what {};
  if (stat(folder.c_str(), &what) != 0) {
    const auto reason = fmt::format("{}: {}", folder, strerrordesc_np(errno));
    findings.NotLookedAt(kDisk, reason);
    if (errno != ENOENT) return;
    return findings.NotLookedAt(kDisk, folder + " does not exist yet; the first start creates it");
  }
  if (!S_ISDIR(what.st_mode)) {
    findings.NotLookedAt(kDisk, folder + " is not a folder");
    return findings.Wrong("data_folder", folder, "not a folder; the server does not start",
                          "name another folder in store.data");
  }
  const auto mode = what.st_mode & 0777U;
  if (eaccess(folder.c_str(), W_OK | X_OK) != 0) {
    findings.NotLookedAt("disk_fsync", "this user has no write access");
    findings.Wrong("data_folder", folder, "this user has no write access",
                   "run doctor as the server's user; if this is its user, chown the folder to it");
  } else if ((mode & 07U) != 0) {
    findings.Warning("data_folder", fmt::format("{} ({:04o})", folder, mode),
                     "every user of this machine can list the folder", "chmod 0700 " + folder);
  } else {
    findings.Good("data_folder", folder);
  }
  struct statvfs space {};
  if (statvfs(folder.c_str(), &space) == 0) {
    JudgeDiskSpace(std::uint64_t{space.f_bavail} * space.f_frsize,
                   std::uint64_t{space.f_blocks} * space.f_frsize, folder, findings);
  }
  if (eaccess(folder.c_str(), W_OK | X_OK) == 0) JudgeFsync(MeasureFsync(folder), findings);
}

/// Returns the configured secret files by key. Only the server's user may read them.
std::vector<std::pair<std::string_view, std::string>> SecretFiles(const Deployment& deployment) {
  const Settings& settings = *deployment.settings;
  std::vector<std::pair<std::string_view, std::string>> files{
      {"server.tls_key", settings.server.tls_key},
      {"bridge.bypass_tokens_file", settings.bridge.bypass_tokens_file},
      {"auth.telegram_tokens_file", settings.auth.telegram_tokens_file},
      {"auth.oidc_client_secret_file", settings.auth.oidc_client_secret_file},
      {"auth.introspection_secret_file", settings.auth.introspection_secret_file},
      {"auth.key_file", settings.auth.key_file},
      {"auth.sealing_key_file", settings.auth.sealing_key_file},
      {"auth.webhook_secret_file", settings.auth.webhook_secret_file},
      {"store.valkey_uri_file", settings.store.valkey_uri_file}};
  std::erase_if(files, [](const auto& file) { return file.second.empty(); });
  const auto& data = deployment.data_folder;
  if (data.empty()) return files;
  for (const auto& path : {bridge::store::Database::PathIn(data),
                           signin::LedgerDatabase::PathIn(data), data + "/auth-keys"}) {
    if (access(path.c_str(), F_OK) == 0) files.emplace_back("store.data", path);
  }
  return files;
}

void LookAtSecrets(const Deployment& deployment, Findings& findings) {
  const auto files = SecretFiles(deployment);
  std::vector<std::string> open;
  std::vector<std::string> missing;
  for (const auto& [key, path] : files) {
    struct stat what {};
    if (stat(path.c_str(), &what) != 0) {
      missing.push_back(fmt::format("{} ({})", path, key));
    } else if ((what.st_mode & 07U) != 0) {
      open.push_back(fmt::format("{} ({}, {:04o})", path, key, what.st_mode & 0777U));
    }
  }
  constexpr const char* kCode = "secret_files";
  if (!open.empty()) {
    return findings.Wrong(kCode, fmt::format("{}", fmt::join(open, ", ")),
                          "every user of this machine can read or write these files",
                          "chmod 600 each file, and replace the secrets");
  }
  if (!missing.empty()) {
    return findings.Wrong(kCode, fmt::format("{}", fmt::join(missing, ", ")),
                          "missing, or not accessible to this user",
                          "run doctor as the server's user; if this is its user, correct the path");
  }
  findings.Good(kCode, fmt::format("{} files checked", files.size()));
}

void LookAtSynchronisation(Findings& findings) {
  timex state{};
  const int answer = adjtimex(&state);
  if (answer < 0) {
    return findings.NotLookedAt("clock_synchronised", "the kernel does not report it");
  }
  JudgeSynchronisation((state.status & STA_UNSYNC) == 0, findings);
}

}  // namespace

void LookInside(const Deployment& deployment, Findings& findings) {
  const Settings& settings = *deployment.settings;
  LookAtServer(deployment, findings);
  LookAtSynchronisation(findings);
  JudgeMemory(config::MostMemory(settings), config::ReadMachine().memory, findings);
  LookAtDisk(deployment, findings);
  LookAtSecrets(deployment, findings);
}

}  // namespace prichal::ops
