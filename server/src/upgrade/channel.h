#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace prichal::upgrade {

/// What goes between two processes of which one takes the other's place: lines of words, and
/// descriptors with them (unix(7), SCM_RIGHTS). Each message comes whole or not at all.
class Channel {
 public:
  struct Message {
    std::string text;
    std::vector<Descriptor> descriptors{};
  };
  /// Why there is no message.
  enum class Silence : std::uint8_t { kEnded, kTimeout };

  static constexpr std::size_t kMostBytes = 4096;
  /// Descriptors of one message; the kernel takes 253.
  static constexpr std::size_t kMostDescriptors = 64;

  explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}

  /// Both ends. The error is the reason.
  [[nodiscard]] static Result<std::pair<Channel, Channel>, std::string> Make();

  /// False: the other has ended. What is longer than kMostBytes is cut.
  bool Send(std::string_view text, const std::vector<int>& descriptors = {}) const;
  /// `timeout`: nothing waits for ever.
  [[nodiscard]] Result<Message, Silence> Receive(std::optional<Millis> timeout) const;

  [[nodiscard]] int fd() const { return socket_.fd(); }
  void Close() { socket_ = Descriptor(-1); }

 private:
  Descriptor socket_;
};

}  // namespace prichal::upgrade
