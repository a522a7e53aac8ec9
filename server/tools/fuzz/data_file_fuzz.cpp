// Fuzzes the database of pending messages: it is rejected with a one-line error that names it, or
// it yields messages with increasing IDs and remains usable.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bridge/store/database.h"

namespace {

using namespace prichal;
using namespace prichal::bridge;
namespace fs = std::filesystem;

constexpr Millis kNow{1'700'000'000'000};
constexpr std::int64_t kIdBound = std::int64_t{1} << 53;

/// One folder for the whole run, in memory if possible, because each input is synced.
class Folder {
 public:
  Folder() {
    std::string name = fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
    name += "/prichal-fuzz-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void CheckRefusal(const std::string& words) {
  if (words.find("bridge.db") == std::string::npos) std::abort();
  for (const char c : words) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) std::abort();
  }
}

/// Returns the number of messages in the file. -1 if it is rejected.
int Read(const std::string& folder, bool write) {
  auto database = store::Database::Open(folder);
  if (!database) {
    CheckRefusal(database.error().message);
    return -1;
  }
  int messages = 0;
  std::int64_t last = 0;
  const auto loaded = (*database)->Load(kNow, [&](const store::Record& record) {
    if (record.event_id <= last || record.event_id >= kIdBound) std::abort();
    if (record.expires <= kNow || record.envelope.empty()) std::abort();
    last = record.event_id;
    ++messages;
  });
  if (!loaded) {
    CheckRefusal(loaded.error().message);
    return -1;
  }
  if (loaded->last_id < last || loaded->last_id >= kIdBound) std::abort();
  if (!write) return messages;
  const store::Record next{
      .to = *ClientId::Parse(std::string(64, 'a')),
      .event_id = loaded->last_id + 1,
      .expires = kNow + Millis(1),
      .envelope = Envelope::Make(*ClientId::Parse(std::string(64, 'b')), "trace", "text")};
  const store::Record* const kept[] = {&next};
  return (*database)->Commit(kept, {}) ? messages + 1 : -1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  for (const auto& left : fs::directory_iterator(folder.path())) fs::remove(left);
  std::ofstream(folder.path() + "/bridge.db", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  const int messages = Read(folder.path(), true);
  // New messages must be there after a reopen, in addition to the others. A file with corrupt pages
  // may be rejected by then.
  if (messages < 0) return 0;
  const int again = Read(folder.path(), false);
  if (again >= 0 && again != messages) std::abort();
  return 0;
}
