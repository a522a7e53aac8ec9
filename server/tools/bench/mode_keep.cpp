#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <unordered_set>

#include "bench/clock.h"
#include "bench/load.h"
#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

/// Limit for the script that kills the process.
constexpr std::int64_t kLongestKill = 60 * kSecond;

}  // namespace

Measurement KeepSend(const Setup& setup, std::size_t messages, const std::string& file) {
  if (auto allowed = AllowFiles(setup.senders); !allowed) return Fail(allowed.error());
  Load load(setup.target, setup.sender);
  load.AddStreams(setup.streams);  // receivers without an open stream
  if (auto added = load.AddSenders(setup.senders); !added) return Fail(added.error());
  std::size_t next = 0;
  const auto post = [&](Sender& sender) {
    if (!sender.idle()) return;
    load.Post(sender, load.streams()[next++ % setup.streams]->client_id(), NowNs());
  };
  bool is_reported = false;
  load.on_response = [&](Sender& sender, int status) {
    if (!is_reported && load.books().acknowledged >= messages) {
      is_reported = true;
      std::ofstream(file + ".ready") << load.books().acknowledged << '\n';
    }
    // Otherwise the loop would never end with a bridge that rejects messages.
    if (status == 200) post(sender);
  };
  for (const auto& sender : load.senders()) post(*sender);
  const std::int64_t began = NowNs();
  load.RunUntil(
      [&] {
        return NowNs() - began > kLongestKill ||
               std::none_of(load.senders().begin(), load.senders().end(),
                            [](const auto& sender) { return sender->connected(); });
      },
      NsOf(setup.patience));
  if (auto accepted = load.Accepted(); !accepted) return Fail(accepted.error());
  if (!is_reported) {
    return Fail(fmt::format("the bridge was gone, or refused (status {}), after {} messages of {}",
                            load.books().refusal, load.books().acknowledged, messages));
  }

  std::ofstream out(file);
  out << load.run() << ' ' << setup.streams << '\n';
  for (std::uint64_t i = 0; i < load.books().posted; ++i) {
    if (load.Acknowledged(i)) out << i << '\n';
  }
  if (!out.flush()) return Fail(fmt::format("cannot write {}", file));
  Report report("keep");
  report.Add("posted", load.books().posted);
  report.Add("acknowledged", load.books().acknowledged);
  return report;
}

Measurement KeepCheck(const Setup& setup, const std::string& file) {
  std::ifstream in(file);
  std::uint32_t run = 0;
  std::size_t receivers = 0;
  if (!(in >> run >> receivers)) {
    return Fail(fmt::format("{} is no file that `keep --send` has written", file));
  }
  std::unordered_set<std::uint64_t> missing;
  for (std::uint64_t sequence = 0; in >> sequence;) missing.insert(sequence);
  const std::size_t acknowledged = missing.size();

  if (auto allowed = AllowFiles(receivers); !allowed) return Fail(allowed.error());
  Load load(setup.target, setup.sender, run);
  load.AddStreams(receivers);
  std::uint64_t unacknowledged = 0;
  std::unordered_set<std::uint64_t> seen;
  std::uint64_t repeated = 0;
  load.on_message = [&](StreamClient& /*stream*/, const Stamp& stamp, std::int64_t /*id*/) {
    if (!seen.insert(stamp.sequence).second) {
      ++repeated;
    } else if (missing.erase(stamp.sequence) == 0) {
      ++unacknowledged;  // its sender got no response, so it may or may not be stored
    }
  };
  if (auto opened = load.OpenAll(setup.parallel); !opened) return Fail(opened.error());
  load.RunUntil([&] { return missing.empty(); }, NsOf(setup.patience));

  Report report("keep");
  report.Add("acknowledged", acknowledged);
  report.Add("kept", acknowledged - missing.size());
  report.Add("lost", missing.size());
  report.Add("repeated", repeated);
  report.Add("kept_without_answer", unacknowledged);
  return report;
}

}  // namespace prichal::bench
