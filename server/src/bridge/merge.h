#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bridge/delivery.h"

namespace prichal::bridge {

/// Puts what several homes give to one stream into the order of event ids, so that one cursor
/// serves all client ids of the stream: after a message with id n nothing smaller follows, ever.
///
/// A message may go when every other home has said that it will give nothing smaller. A home that
/// has not said so is asked (Hub::Confirm). With a single home nothing waits. Lives with its
/// stream; pure.
class Merge {
 public:
  /// `homes`: the loops that give to this stream, none twice.
  explicit Merge(const std::vector<std::uint32_t>& homes);

  void Offer(std::uint32_t home, Batch batch);

  /// The next message that may go now.
  [[nodiscard]] std::optional<Delivery> Take();
  /// Its size in bytes, without taking it; 0 when none may go.
  [[nodiscard]] std::size_t NextSize();

  /// A question to a home, without which nothing goes on. Each is asked once.
  struct Question {
    std::uint32_t home = 0;
    /// Nothing: for the next page of its backlog. Else: to confirm this id.
    std::optional<std::int64_t> confirm;
  };
  [[nodiscard]] std::vector<Question> Questions();

  /// Every home has given its whole backlog and all of it has been taken.
  [[nodiscard]] bool caught_up() const;
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  [[nodiscard]] std::size_t waiting_messages() const;
  [[nodiscard]] std::vector<std::uint32_t> homes() const;

 private:
  struct Source {
    std::uint32_t home = 0;
    bool more = true;        ///< its backlog is not over
    bool asked_page = true;  ///< subscribing asks for the first
    std::int64_t up_to = -1;
    std::int64_t asked_confirm = -1;
    std::vector<Delivery> waiting = {};
    std::size_t first = 0;  ///< index of the oldest in `waiting`

    [[nodiscard]] bool empty() const { return first == waiting.size(); }
    [[nodiscard]] std::int64_t oldest() const { return waiting[first].event_id; }
  };

  [[nodiscard]] Source* Oldest();
  /// Where the next message that may go lies; null when none may.
  [[nodiscard]] Source* Ready();
  [[nodiscard]] Delivery Pop(Source& source);

  std::vector<Source> sources_;
  std::size_t waiting_bytes_ = 0;
  std::int64_t taken_ = -1;  ///< the last id that went
};

}  // namespace prichal::bridge
