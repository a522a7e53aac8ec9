#include "chaos/history/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace prichal::chaos {
namespace {

constexpr std::uint64_t kFaultsShown = 5;  // of each rule

/// Everything that one reader received, in order.
struct Seen {
  std::vector<const Stream*> streams;
  std::unordered_set<std::uint64_t> numbers;
};

class Checker {
 public:
  Checker(const History& history, const CheckOptions& options)
      : history_(history), options_(options), ids_(history.posts.size()) {}

  Verdict Run() {
    CountPosts();
    std::vector<Seen> seen(history_.readers.size());
    for (const Stream& stream : history_.streams) {
      Seen& reader = seen[stream.reader];
      CheckStream(stream, reader);
      reader.streams.push_back(&stream);
    }
    CheckOrder();
    CheckLosses(seen);
    CheckRecoveries();
    return std::move(verdict_);
  }

 private:
  void Blame(Rule rule, std::string what) {
    if (++verdict_.counts[rule] <= kFaultsShown) {
      verdict_.faults.push_back({.rule = rule, .what = std::move(what)});
    }
  }

  void CountPosts() {
    verdict_.posts = history_.posts.size();
    for (const Post& post : history_.posts) {
      if (post.answer == Answer::kOk) ++verdict_.acknowledged;
      if (post.answer == Answer::kUnknown) ++verdict_.unknown;
      if (post.answer == Answer::kRefused) ++verdict_.refused;
    }
    verdict_.streams = history_.streams.size();
  }

  void CheckStream(const Stream& stream, Seen& reader) {
    if (stream.cursor > 0) ++verdict_.returns;
    std::int64_t before = stream.cursor;
    std::unordered_set<std::uint64_t> present;
    for (const Delivery& delivery : stream.deliveries) {
      ++verdict_.deliveries;
      if (delivery.id <= before) {
        Blame(Rule::kFallingId,
              fmt::format("reader {} got id {} behind {}", stream.reader, delivery.id, before));
      }
      before = std::max(before, delivery.id);
      if (!delivery.number || *delivery.number >= history_.posts.size()) {
        Blame(Rule::kThinAir, fmt::format("reader {} got id {}, which nobody has sent",
                                          stream.reader, delivery.id));
        continue;
      }
      CheckDelivery(stream, delivery, present.insert(*delivery.number).second);
      reader.numbers.insert(*delivery.number);
    }
  }

  void CheckDelivery(const Stream& stream, const Delivery& delivery, bool first_here) {
    const std::uint64_t number = *delivery.number;
    const Post& post = history_.posts[number];
    const auto say = [&](Rule rule, std::string_view what) {
      Blame(rule, fmt::format("message {} for mailbox {}, id {}, reader {}: {}", number,
                              post.mailbox, delivery.id, stream.reader, what));
    };
    const auto& mailboxes = history_.readers[stream.reader].mailboxes;
    if (std::find(mailboxes.begin(), mailboxes.end(), post.mailbox) == mailboxes.end()) {
      say(Rule::kMisdelivered, "he does not listen to that");
    }
    if (delivery.at < post.invoked) say(Rule::kThinAir, "it had not been sent yet");
    if (!delivery.intact) say(Rule::kAltered, "it is not as it was sent");
    if (post.answer == Answer::kRefused) say(Rule::kRefused, "it was refused");
    // Bytes in the kernel's buffer for a slow reader are outside the bridge's control.
    if (delivery.at > post.answered + post.ttl + options_.ttl_slack + options_.patience) {
      say(Rule::kExpired, "its time was over");
    }
    if (stream.opened != 0 && stream.opened < post.invoked && post.answer == Answer::kOk) {
      verdict_.longest = std::max(verdict_.longest, delivery.at - post.answered);
    }
    std::int64_t& id = ids_[number];
    if (id == 0) id = delivery.id;
    const bool same_id = id == delivery.id;
    if (!first_here && (same_id || !options_.two_ids)) say(Rule::kDoubled, "a second time");
    if (!same_id && !options_.two_ids) {
      say(Rule::kTwoIds, fmt::format("it had id {}", id));
    }
  }

  /// If a message was acknowledged before another one for the same mailbox was sent, the later
  /// message must have the larger ID.
  void CheckOrder() {
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> mailboxes;
    for (std::uint64_t number = 0; number < ids_.size(); ++number) {
      if (ids_[number] != 0) mailboxes[history_.posts[number].mailbox].push_back(number);
    }
    const auto& posts = history_.posts;
    for (auto& [mailbox, sent] : mailboxes) {
      std::vector<std::uint64_t> answered;
      std::copy_if(sent.begin(), sent.end(), std::back_inserter(answered),
                   [&](std::uint64_t number) { return posts[number].answer == Answer::kOk; });
      std::sort(sent.begin(), sent.end(), [&](std::uint64_t a, std::uint64_t b) {
        return posts[a].invoked < posts[b].invoked;
      });
      std::sort(answered.begin(), answered.end(), [&](std::uint64_t a, std::uint64_t b) {
        return posts[a].answered < posts[b].answered;
      });
      std::size_t next = 0;
      std::int64_t largest = 0;
      for (const std::uint64_t number : sent) {
        while (next < answered.size() && posts[answered[next]].answered < posts[number].invoked) {
          largest = std::max(largest, ids_[answered[next++]]);
        }
        if (ids_[number] < largest) {
          Blame(Rule::kReordered,
                fmt::format("message {} for mailbox {} has id {}, and {} had been "
                            "answered before it was sent",
                            number, mailbox, ids_[number], largest));
        }
      }
    }
  }

  void CheckLosses(const std::vector<Seen>& readers) {
    std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> owed;
    for (std::uint64_t number = 0; number < history_.posts.size(); ++number) {
      const Post& post = history_.posts[number];
      if (post.answer == Answer::kOk) owed[post.mailbox].push_back(number);
    }
    for (std::size_t reader = 0; reader < readers.size(); ++reader) {
      const Seen& seen = readers[reader];
      for (const std::uint32_t mailbox : history_.readers[reader].mailboxes) {
        for (const std::uint64_t number : owed[mailbox]) CheckLoss(reader, seen, number);
      }
    }
  }

  void CheckLoss(std::size_t reader, const Seen& seen, std::uint64_t number) {
    const Post& post = history_.posts[number];
    const bool came = Came(seen, post);
    if (!came && !Listened(seen, post)) return;
    ++verdict_.owed;
    if (seen.numbers.contains(number)) return;
    Blame(Rule::kLost,
          fmt::format("message {} for mailbox {}: reader {} {}; {}", number, post.mailbox, reader,
                      came ? "came for it" : "listened", Passed(seen, number)));
  }

  void CheckRecoveries() {
    std::vector<Nanos> given(history_.posts.size());
    for (const Stream& stream : history_.streams) {
      for (const Delivery& delivery : stream.deliveries) {
        if (!delivery.number || *delivery.number >= given.size()) continue;
        Nanos& at = given[*delivery.number];
        at = at == 0 ? delivery.at : std::min(at, delivery.at);
      }
    }
    // Time and number of the messages in each mailbox.
    std::map<std::uint32_t, std::vector<std::pair<Nanos, std::uint64_t>>> mailboxes;
    for (std::uint64_t number = 0; number < given.size(); ++number) {
      if (given[number] == 0) continue;
      mailboxes[history_.posts[number].mailbox].emplace_back(given[number], number);
    }
    for (auto& [mailbox, all] : mailboxes) {
      std::sort(all.begin(), all.end());
      for (const Nanos well : options_.well_again) {
        const auto next =
            std::lower_bound(all.begin(), all.end(), std::pair(well, std::uint64_t{0}));
        if (next == all.end()) continue;
        const Nanos took = next->first - std::max(well, history_.posts[next->second].invoked);
        verdict_.slowest_recovery = std::max(verdict_.slowest_recovery, took);
        if (took <= options_.recovers) continue;
        Blame(Rule::kLate, fmt::format("message {} for mailbox {}, {} ms after all was well again",
                                       next->second, mailbox, took / 1'000'000));
      }
    }
  }

  /// Describes where a reader missed a message.
  [[nodiscard]] std::string Passed(const Seen& seen, std::uint64_t number) const {
    const std::int64_t id = ids_[number];
    if (id == 0) return "nobody was given it";
    for (const Stream* stream : seen.streams) {
      if (stream->deliveries.empty() || stream->deliveries.back().id < id) continue;
      const auto behind = std::find_if(stream->deliveries.begin(), stream->deliveries.end(),
                                       [&](const Delivery& delivery) { return delivery.id > id; });
      const auto since = [&](Nanos at) { return (at - history_.posts[number].invoked) / 1'000; };
      return fmt::format(
          "id {}, passed by {} on a stream with the cursor {} (microseconds from when it was sent: "
          "answered {}, stream asked {}, opened {}, drained {}, passed {})",
          id, behind->id, stream->cursor, since(history_.posts[number].answered),
          since(stream->asked), since(stream->opened), since(stream->drained), since(behind->at));
    }
    return fmt::format("id {}, which no stream passed", id);
  }

  /// Returns true if a stream was opened after the response and received all pending messages
  /// before the message expired.
  [[nodiscard]] bool Came(const Seen& seen, const Post& post) const {
    const auto first =
        std::partition_point(seen.streams.begin(), seen.streams.end(),
                             [&](const Stream* stream) { return stream->asked <= post.answered; });
    const auto drained = std::find_if(first, seen.streams.end(),
                                      [](const Stream* stream) { return stream->drained != 0; });
    return drained != seen.streams.end() &&
           (*drained)->drained + options_.ttl_slack < post.invoked + post.ttl;
  }

  /// Returns true if a stream was open from before the message was sent until well after its
  /// response.
  [[nodiscard]] bool Listened(const Seen& seen, const Post& post) const {
    const auto behind =
        std::partition_point(seen.streams.begin(), seen.streams.end(),
                             [&](const Stream* stream) { return stream->asked < post.invoked; });
    if (behind == seen.streams.begin()) return false;
    const Stream& stream = **std::prev(behind);
    const Nanos ended = stream.ended == 0 ? history_.ended : stream.ended;
    return stream.opened != 0 && stream.opened < post.invoked &&
           ended > post.answered + options_.patience && post.ttl > options_.ttl_slack;
  }

  const History& history_;
  const CheckOptions& options_;
  std::vector<std::int64_t> ids_;  ///< by message number; 0 if never seen
  Verdict verdict_;
};

}  // namespace

std::string_view NameOf(Rule rule) {
  constexpr std::array<std::string_view, 11> kNames{
      "lost",     "doubled", "two ids", "misdelivered", "reordered", "id falls",
      "thin air", "altered", "refused", "expired",      "late"};
  return kNames.at(static_cast<std::size_t>(rule));
}

std::uint64_t Verdict::lost() const {
  const auto found = counts.find(Rule::kLost);
  return found == counts.end() ? 0 : found->second;
}

Verdict Check(const History& history, const CheckOptions& options) {
  return Checker(history, options).Run();
}

}  // namespace prichal::chaos
