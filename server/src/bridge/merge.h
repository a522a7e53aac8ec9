#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bridge/delivery.h"

namespace prichal::bridge {

/// An ordered merge: puts what several shards deliver to one stream into the order of event ids, so
/// that one cursor serves all client ids of the stream: after a message with id n nothing smaller
/// follows, ever.
///
/// A message may go when every other shard has got past its id. How far they have got they show all
/// the time (Watermark), and Advance() is told; a shard that has something smaller under way is
/// asked to say when that is done (Hub::Confirm). With a single shard nothing waits. Lives with its
/// stream; pure.
class Merge {
 public:
  /// `shards`: the loops that deliver to this stream, none twice.
  explicit Merge(const std::vector<std::uint32_t>& shards);

  void Offer(std::uint32_t shard, Batch batch);

  /// The next message that may go now.
  [[nodiscard]] std::optional<Delivery> Take();
  /// Its size in bytes, without taking it; 0 when none may go.
  [[nodiscard]] std::size_t NextSize();

  /// Shards whose next page nothing goes on without. Each is named once.
  [[nodiscard]] std::vector<std::uint32_t> PagesToAsk();

  /// The smallest id of what waits here, when it is for shards that may have got as far by now; 0:
  /// nothing does.
  [[nodiscard]] std::int64_t waits_with();
  /// How far each shard has got (Watermark), by its number, as read before everything that these
  /// shards had sent by then was offered.
  void Advance(const std::vector<std::int64_t>& watermarks);
  /// A shard that is to say when it has got as far as an id (Hub::Confirm).
  struct Confirmation {
    std::uint32_t shard = 0;
    std::int64_t event_id = 0;
  };
  /// Those that nothing goes on without. Each is named once.
  [[nodiscard]] std::vector<Confirmation> ConfirmationsToAsk();

  /// Every shard has delivered its whole backlog and all of it has been taken.
  [[nodiscard]] bool caught_up() const;
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  [[nodiscard]] std::size_t waiting_messages() const;
  [[nodiscard]] std::vector<std::uint32_t> shards() const;

 private:
  struct Source {
    std::uint32_t shard = 0;
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
  /// Nothing with this id can come from there any more.
  [[nodiscard]] static bool IsPast(const Source& source, std::int64_t event_id) {
    return !source.empty() || source.up_to >= event_id;
  }
  /// Where the next message that may go lies; null when none may.
  [[nodiscard]] Source* Ready();
  [[nodiscard]] Delivery Pop(Source& source);

  std::vector<Source> sources_;
  std::size_t waiting_bytes_ = 0;
  std::int64_t taken_ = -1;  ///< the last id that went
};

}  // namespace prichal::bridge
