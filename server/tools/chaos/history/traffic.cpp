#include "chaos/history/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/clock.h"
#include "bench/message.h"

namespace prichal::chaos {
namespace {

using bench::kMillisecond;
using bench::kSecond;
using bench::NowNs;

constexpr char kSenderSide = 's';
constexpr char kReaderSide = 'r';
constexpr Nanos kTurn = 20 * kMillisecond;
/// Pause before a message without a response is sent again.
constexpr Nanos kSendAgain = 50 * kMillisecond;
constexpr Nanos kComeAgain = 100 * kMillisecond;
constexpr std::size_t kLeastBody = 64;
constexpr std::size_t kBodyStep = 150;
constexpr int kShortTtl = 2;
constexpr std::uint64_t kMessagesAConnection = 16;
constexpr int kUnavailable = 503;

/// Returns the text between `before` and the next quotation mark.
std::string_view Quoted(std::string_view data, std::string_view before) {
  const std::size_t found = data.find(before);
  if (found == std::string_view::npos) return {};
  data.remove_prefix(found + before.size());
  return data.substr(0, data.find('"'));
}

Result<std::vector<bench::Target>, std::string> TargetsOf(const std::vector<std::string>& urls) {
  std::vector<bench::Target> targets;
  for (const std::string& url : urls) {
    auto target = bench::ParseTarget(url);
    if (!target) return Fail(target.error());
    targets.push_back(*std::move(target));
  }
  return targets;
}

}  // namespace

Result<std::unique_ptr<Traffic>, std::string> Traffic::Make(const TrafficOptions& options) {
  auto send_to = TargetsOf(options.send_to);
  if (!send_to) return Fail(send_to.error());
  auto listen_at = TargetsOf(options.listen_at);
  if (!listen_at) return Fail(listen_at.error());
  return std::unique_ptr<Traffic>(new Traffic(options, *std::move(send_to), *std::move(listen_at)));
}

Traffic::Traffic(const TrafficOptions& options, std::vector<bench::Target> send_to,
                 std::vector<bench::Target> listen_at)
    : options_(options),
      send_to_(std::move(send_to)),
      listen_at_(std::move(listen_at)),
      // Different client IDs in each run, so that consecutive runs can share one bridge.
      run_(std::random_device()() ^ static_cast<std::uint32_t>(options.seed)),
      chance_(options.seed),
      senders_(options.senders),
      newly_at_(options.mailboxes) {
  for (std::size_t i = 0; i < senders_.size(); ++i) {
    senders_[i].id = bench::ClientIdOf(run_, kSenderSide, i);
    senders_[i].body_bytes = kLeastBody + i * kBodyStep;
    senders_[i].due = NowNs() + Some(0.1);
  }
  for (std::size_t i = 0; i < options.readers; ++i) {
    std::vector<std::uint32_t> mailboxes;
    for (std::size_t id = 0; id < options.ids_each; ++id) {
      mailboxes.push_back(static_cast<std::uint32_t>((i * 2 + id) % options.mailboxes));
    }
    AddReader(std::move(mailboxes));
  }
}

Traffic::~Traffic() = default;

void Traffic::AddReader(std::vector<std::uint32_t> mailboxes) {
  ReaderState reader;
  for (const std::uint32_t mailbox : mailboxes) {
    if (!reader.ids.empty()) reader.ids += ',';
    reader.ids += bench::ClientIdOf(run_, kReaderSide, mailbox);
  }
  readers_.push_back(std::move(reader));
  history_.readers.push_back({.mailboxes = std::move(mailboxes)});
}

Nanos Traffic::Some(double mean) {
  return bench::NsOf(std::uniform_real_distribution<double>(0, 2 * mean)(chance_));
}

void Traffic::Run() {
  const auto busy = [](const SenderState& sender) { return sender.busy; };
  while (!stopping_ || std::any_of(senders_.begin(), senders_.end(), busy)) {
    poller_.Turn(NowNs() + kTurn / 10);
    const Nanos now = NowNs();
    for (std::size_t i = 0; i < senders_.size(); ++i) TendSender(i, now);
    for (std::size_t i = 0; i < readers_.size(); ++i) TendReader(i, now);
  }
  history_.ended = NowNs();
}

bool Traffic::Settle(double seconds) {
  settling_ = true;
  for (std::uint32_t mailbox = 0; mailbox < options_.mailboxes; ++mailbox) AddReader({mailbox});
  const Nanos began = NowNs();
  for (ReaderState& reader : readers_) {
    if (reader.open) End(reader, began);
    reader.again = 0;
  }
  const auto is_drained = [&](const ReaderState& reader) {
    const Stream* stream = reader.open ? &history_.streams[reader.stream] : nullptr;
    return stream != nullptr && stream->asked >= began && stream->drained != 0;
  };
  const auto all_drained = [&] {
    return std::all_of(readers_.begin(), readers_.end(), is_drained);
  };
  while (!all_drained() && NowNs() - began < bench::NsOf(seconds)) {
    poller_.Turn(NowNs() + kTurn);
    const Nanos now = NowNs();
    for (std::size_t i = 0; i < readers_.size(); ++i) TendReader(i, now);
  }
  const bool all = all_drained();
  history_.ended = NowNs();
  for (ReaderState& reader : readers_) {
    if (reader.open) End(reader, history_.ended);
  }
  return all;
}

// Senders.

void Traffic::TendSender(std::size_t number, Nanos now) {
  SenderState& sender = senders_[number];
  if (now < sender.due) return;
  if (sender.under_way) {
    // No response within the timeout.
    ++unanswered_;
    sender.under_way = false;
    sender.may_be_there = true;
    sender.client = nullptr;
  }
  if (!sender.busy) {
    if (stopping_) return;
    BeginMessage(sender, number, now);
  }
  const Post& post = history_.posts[sender.number];
  // After half of its TTL a retry would count as a different message.
  const Nanos most = stopping_ ? 20 * kSecond : post.ttl / 2;
  if (now > post.invoked + std::min(most, post.ttl / 2)) {
    return Finish(sender, sender.may_be_there ? Answer::kUnknown : Answer::kRefused, now);
  }
  Attempt(sender, number, now);
}

void Traffic::BeginMessage(SenderState& sender, std::size_t number, Nanos now) {
  const bool is_short =
      std::uniform_real_distribution<double>(0, 1)(chance_) < options_.short_lived;
  sender.number = history_.posts.size();
  history_.posts.push_back({.sender = static_cast<std::uint32_t>(number),
                            .mailbox = static_cast<std::uint32_t>(chance_() % options_.mailboxes),
                            .invoked = now,
                            .ttl = (is_short ? kShortTtl : options_.ttl) * kSecond});
  sender.busy = true;
  sender.may_be_there = false;
}

void Traffic::Attempt(SenderState& sender, std::size_t number, Nanos now) {
  const Post& post = history_.posts[sender.number];
  const int ttl = static_cast<int>(post.ttl / kSecond);
  sender.due = now + bench::NsOf(options_.patience);
  const bool stays = sender.client && sender.client->idle() && sender.ttl == ttl &&
                     chance_() % kMessagesAConnection != 0;
  if (!stays) {
    // The next attempt can use a different bridge.
    bench::ResponseSink& sink = *this;
    sender.client = std::make_unique<bench::Sender>(
        poller_, send_to_[chance_() % send_to_.size()], senders_[number].id,
        bench::SenderOptions{
            .body_bytes = sender.body_bytes, .ttl = ttl, .more = "&no_request_source=true"},
        sink);
    sender.ttl = ttl;
    if (!sender.client->Connect()) {
      ++unanswered_;
      ++refused_;
      sender.client = nullptr;
      sender.due = now + kSendAgain;
      return;
    }
  }
  sender.under_way = true;
  const auto to = bench::ClientIdOf(run_, kReaderSide, post.mailbox);
  sender.client->Post(to, {.run = run_, .sequence = sender.number, .due = post.invoked});
}

void Traffic::OnResponse(bench::Sender& client, int status) {
  const auto found = std::find_if(senders_.begin(), senders_.end(), [&](const SenderState& sender) {
    return sender.client.get() == &client;
  });
  if (found == senders_.end() || !found->under_way) return;
  SenderState& sender = *found;
  const Nanos now = NowNs();
  sender.under_way = false;
  if (status == 200) return Finish(sender, Answer::kOk, now);
  if (status == kUnavailable) ++unavailable_;
  if (status == 0) ++unanswered_;
  const bool refused = status >= 400 && status < 500;
  sender.may_be_there = sender.may_be_there || !refused;
  sender.due = now + kSendAgain + Some(0.05);
}

void Traffic::Finish(SenderState& sender, Answer answer, Nanos now) {
  Post& post = history_.posts[sender.number];
  post.answer = answer;
  post.answered = now;
  if (answer == Answer::kOk) ++acknowledged_;
  sender.busy = false;
  sender.due = now + Some(static_cast<double>(options_.senders) / options_.rate);
}

// Readers.

void Traffic::Ask(std::size_t number, Nanos now) {
  ReaderState& reader = readers_[number];
  bench::StreamSink& sink = *this;
  reader.client = std::make_unique<bench::StreamClient>(
      poller_, listen_at_[chance_() % listen_at_.size()], number, reader.ids, sink);
  reader.stream = history_.streams.size();
  reader.open = true;
  reader.heard = now;
  reader.cut = now + Some(options_.stays);
  history_.streams.push_back(
      {.reader = static_cast<std::uint32_t>(number), .cursor = reader.cursor, .asked = now});
  const auto opened =
      reader.client->Open({.after = reader.cursor, .more = "&enable_queue_done_event=true"});
  if (opened) return;
  ++unanswered_;
  ++refused_;
  if (reader.open) End(reader, now);
}

void Traffic::End(ReaderState& reader, Nanos now) {
  Stream& stream = history_.streams[reader.stream];
  stream.ended = now;
  reader.open = false;
  reader.again = now + kComeAgain;
  if (reader.client) reader.client->Close();
}

void Traffic::TendReader(std::size_t number, Nanos now) {
  ReaderState& reader = readers_[number];
  if (reader.open) {
    const bool silent = now > reader.heard + bench::NsOf(options_.patience);
    if (silent || (!settling_ && now > reader.cut)) End(reader, now);
  } else if (now > reader.again) {
    Ask(number, now);
  }
}

void Traffic::OnOpen(bench::StreamClient& client) {
  ReaderState& reader = readers_[client.number()];
  reader.heard = NowNs();
  history_.streams[reader.stream].opened = reader.heard;
}

void Traffic::OnEvent(bench::StreamClient& client, const http::Event& event) {
  ReaderState& reader = readers_[client.number()];
  reader.heard = NowNs();
  Stream& stream = history_.streams[reader.stream];
  if (event.data == "queue_done") {
    stream.drained = reader.heard;
  } else if (event.id > 0) {
    stream.deliveries.push_back(Read(event));
    MarkDelivered(stream.deliveries.back());
    reader.cursor = std::max(reader.cursor, event.id);
  }
}

void Traffic::MarkDelivered(const Delivery& delivery) {
  if (!delivery.number) return;
  given_.resize(history_.posts.size());
  if (given_[*delivery.number]) return;
  given_[*delivery.number] = true;
  newly_at_[history_.posts[*delivery.number].mailbox] = delivery.at;
}

bool Traffic::AllReachedSince(Nanos time) const {
  return std::all_of(newly_at_.begin(), newly_at_.end(),
                     [time](const std::atomic<Nanos>& at) { return at.load() >= time; });
}

void Traffic::OnEnd(bench::StreamClient& client) {
  ReaderState& reader = readers_[client.number()];
  if (!reader.open || reader.client.get() != &client) return;
  if (history_.streams[reader.stream].opened == 0) ++unanswered_;
  End(reader, NowNs());
}

Delivery Traffic::Read(const http::Event& event) const {
  Delivery delivery{.at = NowNs(), .id = event.id, .number = std::nullopt};
  const auto stamp = bench::FindStamp(event.data);
  if (!stamp || stamp->run != run_ || stamp->sequence >= history_.posts.size()) return delivery;
  delivery.number = stamp->sequence;
  const Post& post = history_.posts[stamp->sequence];
  const SenderState& sender = senders_[post.sender];
  delivery.sender = post.sender;
  std::string body(sender.body_bytes, 'A');
  bench::WriteStamp(body.data(), {.run = run_, .sequence = stamp->sequence, .due = post.invoked});
  delivery.intact = Quoted(event.data, "\"from\":\"") == sender.id &&
                    Quoted(event.data, "\"message\":\"") == body;
  return delivery;
}

}  // namespace prichal::chaos
