// Simulates power losses and failed calls under the store until it loses a message or the given
// limit is reached. Exits with 1 if a check fails.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>

#include "chaos/disk/failures.h"
#include "chaos/disk/power_loss.h"
#include "chaos/disk/sqlite_faults.h"

namespace {

using prichal::chaos::DiskReport;
using prichal::chaos::Lie;

/// A temporary folder, in memory if possible, removed with the object.
class Folder {
 public:
  Folder() {
    const bool memory = std::filesystem::is_directory("/dev/shm");
    path_ = (memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) +
            "/prichal-chaos-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!kept_) std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  void Keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

void Print(const DiskReport& report) {
  std::cout << report.losses << " losses of power, " << report.failures << " runs with a failure, "
            << report.acknowledged << " messages acknowledged, " << report.checks
            << " starts checked\n";
  for (const auto& [what, count] : report.seen) std::cout << "  " << count << ' ' << what << '\n';
  for (const std::string& what : report.wrong) std::cout << "WRONG: " << what << '\n';
}

/// Checks that a planted fault is found.
bool Proves(const std::string& name, const std::function<DiskReport()>& lie) {
  const DiskReport report = lie();
  std::cout << name << ": "
            << (report.wrong.empty() ? "NOT FOUND" : "found: " + report.wrong.front()) << '\n';
  return !report.wrong.empty();
}

bool Prove(const std::string& folder, std::uint64_t seed) {
  bool all = true;
  for (const auto& [name, lie] : {std::pair{"syncs of the file do nothing", Lie::kFileSync},
                                  {"syncs of the log do nothing", Lie::kLogSync},
                                  {"syncs of the folder do nothing", Lie::kFolderSync}}) {
    const prichal::chaos::PowerLossOptions options{
        .losses = 2'000, .seed = seed, .lie = lie, .folder = folder};
    all = Proves(name, [&] { return LosePowerOfDatabase(options); }) && all;
    all = Proves(std::string(name) + ", under the whole store",
                 [&] { return LosePowerOfStore(options); }) &&
          all;
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    prichal::chaos::SqliteFaults::Install();
    CLI::App app("Loses power and fails calls under the store of messages.", "store-chaos");
    app.require_subcommand(1);
    std::uint64_t seed = 1;
    std::uint64_t losses = 1'000;
    std::uint64_t stride = 1;
    app.add_option("--seed", seed, "of the first run; the same does the same");
    auto* power = app.add_subcommand("power", "losses of power under the database");
    auto* store = app.add_subcommand("store", "losses of power under the store and its thread");
    for (auto* mode : {power, store}) mode->add_option("--losses", losses, "how many");
    auto* calls = app.add_subcommand("calls", "every call fails, one after another");
    calls->add_option("--stride", stride, "of so many calls one fails")->check(CLI::PositiveNumber);
    auto* prove = app.add_subcommand("prove", "plants faults that have to be found");
    CLI11_PARSE(app, argc, argv);

    Folder folder;
    if (prove->parsed()) return Prove(folder.path(), seed) ? 0 : 1;
    DiskReport report;
    const prichal::chaos::PowerLossOptions options{
        .losses = losses, .seed = seed, .lie = Lie::kNone, .folder = folder.path()};
    if (power->parsed()) report = LosePowerOfDatabase(options);
    if (store->parsed()) report = LosePowerOfStore(options);
    if (calls->parsed()) {
      report =
          prichal::chaos::FailEveryCall({.folder = folder.path(), .stride = stride, .seed = seed});
    }
    Print(report);
    if (report.wrong.empty()) return 0;
    folder.Keep();
    std::cout << "the files are in " << folder.path() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "store-chaos: " << error.what() << '\n';
  }
  return 1;
}
