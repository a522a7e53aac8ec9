#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "ops/doctor/deployment.h"

namespace prichal::ops {
namespace {

using Outcome = LookedUp::Status;

/// State that the lookup threads share with the waiting thread. Threads can outlive the wait,
/// because getaddrinfo(3) cannot be cancelled.
class Lookups {
 public:
  explicit Lookups(const std::vector<std::string>& names) {
    found_.reserve(names.size());
    for (const auto& name : names) found_.push_back({.name = name});
  }

  /// Starts the threads. Each holds `lookups` until it ends.
  static void Begin(const std::shared_ptr<Lookups>& lookups) {
    constexpr std::size_t kMostThreads = 16;
    const std::size_t threads = std::min(kMostThreads, lookups->found_.size());
    for (std::size_t i = 0; i < threads; ++i) {
      std::thread([lookups] { lookups->Work(); }).detach();
    }
  }

  /// Waits until all lookups end or `most` has passed. Returns the results so far.
  [[nodiscard]] std::vector<LookedUp> WaitFor(Millis most) {
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, most, [&] { return ended_ == found_.size(); });
    return found_;
  }

 private:
  void Work() {
    while (const auto index = Next()) {
      auto found = Ask(found_[*index].name);
      const std::lock_guard lock(mutex_);
      found_[*index] = std::move(found);
      ++ended_;
      done_.notify_all();
    }
  }
  [[nodiscard]] std::optional<std::size_t> Next() {
    const std::lock_guard lock(mutex_);
    if (next_ == found_.size()) return std::nullopt;
    return next_++;
  }
  static LookedUp Ask(const std::string& name);

  std::mutex mutex_;
  std::condition_variable done_;
  std::vector<LookedUp> found_;
  std::size_t next_ = 0;
  std::size_t ended_ = 0;
};

LookedUp Lookups::Ask(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int error = getaddrinfo(name.c_str(), nullptr, &hints, &list);
  if (error == EAI_NONAME || error == EAI_NODATA) return {.name = name, .outcome = Outcome::kNone};
  if (error != 0) return {.name = name};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(list, &freeaddrinfo);
  LookedUp found{.name = name, .outcome = Outcome::kFound};
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (getnameinfo(one->ai_addr, one->ai_addrlen, text.data(), text.size(), nullptr, 0,
                    NI_NUMERICHOST) != 0) {
      continue;
    }
    const std::string address(text.data());
    auto& texts = found.addresses;
    if (std::find(texts.begin(), texts.end(), address) == texts.end()) texts.push_back(address);
  }
  return found;
}

}  // namespace

std::vector<LookedUp> LookUp(const std::vector<std::string>& names, Millis most) {
  const auto lookups = std::make_shared<Lookups>(names);
  Lookups::Begin(lookups);
  return lookups->WaitFor(most);
}

bool FindsNames(const std::string& reference, Millis most) {
  return LookUp({HostOf(reference)}, most).front().outcome == Outcome::kFound;
}

std::string HostOf(std::string_view url) {
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(scheme + 3);
  }
  if (url.starts_with('[')) return std::string(url.substr(1, url.find(']') - 1));
  return std::string(url.substr(0, url.find_first_of(":/?#")));
}

}  // namespace prichal::ops
