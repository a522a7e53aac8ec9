#include "bench/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <random>
#include <system_error>
#include <utility>

#include "bench/clock.h"

namespace prichal::bench {
namespace {

constexpr std::uint8_t kAcknowledged = 1;
constexpr std::uint8_t kDelivered = 2;

std::uint32_t NewRun() {
  std::random_device device;
  return std::max<std::uint32_t>(1, device());
}

}  // namespace

Load::Load(const Target& target, SenderOptions options, std::uint32_t run)
    : targets_{&target},
      options_(std::move(options)),
      run_(run == 0 ? NewRun() : run),
      chance_(run_) {}

void Load::Share(const std::vector<Target>& also) {
  for (const Target& target : also) targets_.push_back(&target);
}

const Target& Load::TargetOf(std::size_t connection) const {
  return *targets_[connection % targets_.size()];
}

void Load::AddStreams(std::size_t count, std::size_t ids_each) {
  for (std::size_t i = 0; i < count; ++i) {
    std::string ids;
    for (std::size_t id = 0; id < ids_each; ++id) {
      receivers_.push_back(ClientIdOf(run_, 'r', receivers_.size()));
      ids += (id == 0 ? "" : ",") + receivers_.back();
    }
    streams_.push_back(std::make_unique<StreamClient>(poller_, TargetOf(streams_.size()),
                                                      streams_.size(), std::move(ids), *this));
  }
}

Result<void, std::string> Load::OpenAll(std::size_t most, const StreamClient::Asking& asking) {
  std::vector<StreamClient*> asked;
  std::size_t next = 0;
  std::int64_t last_progress = NowNs();
  while (next < streams_.size() || !asked.empty()) {
    while (asked.size() < most && next < streams_.size()) {
      StreamClient& stream = *streams_[next++];
      StreamClient::Asking with = asking;
      if (with.after == 0) with.after = stream.last_id();
      if (auto opened = stream.Open(with); !opened) return opened;
      asked.push_back(&stream);
    }
    poller_.Turn(NowNs() + kLongestTurn);
    for (const StreamClient* stream : asked) {
      if (stream->state() != StreamClient::State::kRefused) continue;
      if (stream->status() == 0) {
        return Fail(fmt::format("cannot open a stream at {}: {}; does a bridge run there?",
                                TargetOf(stream->number()).authority,
                                std::generic_category().message(stream->error())));
      }
      return Fail(fmt::format(
          "the bridge answered stream {} with {}; is its limit of connections high enough?",
          stream->number() + 1, stream->status()));
    }
    const auto gone = std::erase_if(asked, [](const StreamClient* stream) {
      return stream->state() != StreamClient::State::kAsked;
    });
    if (gone > 0) last_progress = NowNs();
    if (NowNs() - last_progress > 10 * kSecond) {
      return Fail(fmt::format("{} streams were not answered in 10 s", asked.size()));
    }
  }
  return {};
}

Result<void, std::string> Load::AddSenders(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    senders_.push_back(std::make_unique<Sender>(poller_, TargetOf(senders_.size()),
                                                ClientIdOf(run_, 's', senders_.size()), options_,
                                                *this));
    if (auto connected = senders_.back()->Connect(); !connected) return connected;
  }
  return {};
}

std::uint64_t Load::Post(Sender& sender, std::string_view to, std::int64_t due) {
  const std::uint64_t sequence = stats_.posted++;
  marks_.push_back(0);
  sender.Post(to, {.run = run_, .sequence = sequence, .due = due});
  return sequence;
}

const std::string& Load::AnyReceiver() {
  chance_ ^= chance_ << 13U;
  chance_ ^= chance_ >> 7U;
  chance_ ^= chance_ << 17U;
  return receivers_[chance_ % receivers_.size()];
}

void Load::ClosedLoop(std::int64_t until) {
  closed_loop_until_ = until;
  for (const auto& sender : senders_) {
    if (sender->idle()) Post(*sender, AnyReceiver(), NowNs());
  }
  while (NowNs() < until) {
    poller_.Turn(std::min(until, NowNs() + kLongestTurn));
    Reconnect();
  }
  closed_loop_until_ = 0;
}

void Load::FixedRate(double rate, std::int64_t until) {
  const std::int64_t began = NowNs();
  std::int64_t number = 0;
  const auto due_at = [&](std::int64_t n) { return began + NsOf(static_cast<double>(n) / rate); };
  std::deque<std::int64_t> waiting;
  std::size_t first = 0;
  while (true) {
    const std::int64_t now = NowNs();
    for (; due_at(number) <= now && due_at(number) < until; ++number) {
      waiting.push_back(due_at(number));
    }
    const std::size_t from = first;
    for (std::size_t i = 0; i < senders_.size() && !waiting.empty(); ++i) {
      Sender& sender = *senders_[(from + i) % senders_.size()];
      if (!sender.idle()) continue;
      Post(sender, AnyReceiver(), waiting.front());
      waiting.pop_front();
      // Otherwise the first instance would get most messages at low rates.
      if (targets_.size() > 1) first = (from + i + 1) % senders_.size();
    }
    if (now >= until) break;
    poller_.Turn(std::min(until, due_at(number)));
    Reconnect();
  }
}

bool Load::RunUntil(const std::function<bool()>& done, std::int64_t patience) {
  std::uint64_t seen = happened_;
  std::int64_t since = NowNs();
  while (!done()) {
    poller_.Turn(NowNs() + std::min(patience, kLongestTurn));
    if (happened_ != seen) {
      seen = happened_;
      since = NowNs();
    } else if (NowNs() - since > patience) {
      return done();
    }
  }
  return true;
}

void Load::RunFor(std::int64_t nanoseconds) {
  const std::int64_t until = NowNs() + nanoseconds;
  while (NowNs() < until) poller_.Turn(until);
}

void Load::BeginMeasuring() {
  acknowledging_ = {};
  delivering_ = {};
  measured_from_ = NowNs();
}

bool Load::Acknowledged(std::uint64_t sequence) const {
  return sequence < marks_.size() && (marks_[sequence] & kAcknowledged) != 0;
}

bool Load::Delivered(std::uint64_t sequence) const {
  return sequence < marks_.size() && (marks_[sequence] & kDelivered) != 0;
}

std::uint64_t Load::Missing() const {
  return static_cast<std::uint64_t>(std::count(marks_.begin(), marks_.end(), kAcknowledged));
}

Result<void, std::string> Load::Accepted() const {
  if (stats_.acknowledged > 0) return {};
  if (stats_.refused > 0) {
    return Fail(fmt::format(
        "the bridge answered every message with {}; are its limits high enough?", stats_.refusal));
  }
  return Fail(fmt::format("the bridge at {} acknowledged no message; does one run there?",
                          targets_.front()->authority));
}

void Load::OnResponse(Sender& sender, int status) {
  ++happened_;
  if (status == 0) {
    ++stats_.connections_lost;
    lost_.push_back(&sender);
  } else if (status == 200) {
    ++stats_.acknowledged;
    const Stamp& stamp = sender.last();
    marks_[stamp.sequence] |= kAcknowledged;
    if (stamp.due >= measured_from_) acknowledging_.Add(NowNs() - stamp.due);
  } else {
    ++stats_.refused;
    stats_.refusal = status;
  }
  if (status != 0 && !sender.connected()) lost_.push_back(&sender);
  if (on_response) on_response(sender, status);
  if (closed_loop_until_ == 0 || !sender.idle()) return;
  const std::int64_t now = NowNs();
  if (now < closed_loop_until_) Post(sender, AnyReceiver(), now);
}

void Load::Reconnect() {
  if (lost_.empty()) return;
  for (Sender* sender : std::exchange(lost_, {})) {
    if (!sender->Connect()) continue;
    if (closed_loop_until_ > NowNs()) Post(*sender, AnyReceiver(), NowNs());
  }
}

void Load::OnOpen(StreamClient& stream) {
  ++happened_;
  if (on_open) on_open(stream);
}

void Load::OnEvent(StreamClient& stream, const http::Event& event) {
  const auto stamp = FindStamp(event.data);
  if (!stamp || stamp->run != run_) {
    ++stats_.heartbeats;
    return;
  }
  ++happened_;
  // Another process may have sent it (keep --check), so its number may be unknown here.
  if (stamp->sequence < marks_.size()) {
    std::uint8_t& mark = marks_[stamp->sequence];
    ++((mark & kDelivered) != 0 ? stats_.repeated : stats_.delivered);
    mark |= kDelivered;
  }
  if (stamp->due >= measured_from_) delivering_.Add(NowNs() - stamp->due);
  if (on_message) on_message(stream, *stamp, event.id);
}

void Load::OnEnd(StreamClient& stream) {
  ++happened_;
  if (stream.state() == StreamClient::State::kEnded) ++stats_.streams_ended;
  if (stream.state() == StreamClient::State::kCut) ++stats_.streams_cut;
  if (on_end) on_end(stream);
}

}  // namespace prichal::bench
