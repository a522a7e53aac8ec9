#include "upgrade/predecessor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "upgrade/successor.h"
#include "upgrade/words.h"

namespace prichal::upgrade {
namespace {

/// Long enough for a word to a manager that is busy.
constexpr Millis kMainWithin{5'000};

}  // namespace

Result<std::optional<Predecessor>, std::string> Predecessor::Find() {
  const char* const given =
      std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
  if (given == nullptr) return std::nullopt;
  const std::string text = given;
  unsetenv(kVariable);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
  int fd = -1;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), fd);
  if (error != std::errc() || stop != text.data() + text.size() || fd < 0 ||
      fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    return Fail(fmt::format(
        "{} = {}: it names no descriptor; a server sets it for the one that takes its place",
        kVariable, text));
  }
  Predecessor predecessor{Channel(Descriptor(fd))};
  predecessor.channel_.Send(fmt::format("{}{}", words::kBegun, getpid()));
  return std::optional(std::move(predecessor));
}

Result<std::vector<net::HandedSocket>, std::string> Predecessor::TakeSockets() {
  std::vector<net::HandedSocket> all;
  while (true) {
    auto message = channel_.Receive(std::nullopt);
    if (!message) return Fail(std::string("the server before has ended"));
    if (message->text == words::kThatIsAll) return all;
    if (!message->text.starts_with(words::kSocket)) continue;
    const std::string name = message->text.substr(words::kSocket.size());
    // The sockets of one port may come in several messages.
    const bool more = !all.empty() && all.back().name == name &&
                      all.back().sockets.size() % Channel::kMostDescriptors == 0;
    if (!more) all.push_back({.name = name});
    for (Descriptor& socket : message->descriptors) {
      all.back().sockets.push_back(std::move(socket));
    }
  }
}

Result<void, std::string> Predecessor::AwaitGo() {
  channel_.Send(words::kPrepared);
  while (true) {
    const auto message = channel_.Receive(std::nullopt);
    if (!message) return Fail(std::string("the server before goes on, or has ended"));
    if (message->text == words::kGo) return {};
  }
}

void Predecessor::Serving() {
  channel_.Send(words::kServing);
  auto message = channel_.Receive(kMainWithin);
  while (message && message->text != words::kMain) message = channel_.Receive(kMainWithin);
}

void Predecessor::Failed(std::string_view reason) {
  channel_.Send(fmt::format("{}{}", words::kFailed, reason));
}

}  // namespace prichal::upgrade
