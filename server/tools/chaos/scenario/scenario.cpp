#include "chaos/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bench/clock.h"

namespace prichal::chaos {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr double kMostToSettle = 120;
/// Messages per second of the final delivery: new readers receive everything that has not expired.
constexpr double kSettledASecond = 5'000;
/// Messages per second of a sender with one message in flight.
constexpr double kRateOfASender = 50;
constexpr std::size_t kMostSenders = 64;
/// Maximum pending messages at the end, all of which the new readers receive.
constexpr double kMostWaiting = 150'000;
constexpr int kLeastTtl = 60;

}  // namespace

Trial::Trial(const ScenarioOptions& options, TrafficOptions traffic)
    : options_(options), traffic_options_(std::move(traffic)), chance_(options.seed) {
  traffic_options_.seed = options.seed;
  traffic_options_.rate = options.rate;
  const auto senders_needed = static_cast<std::size_t>(options.rate / kRateOfASender);
  const auto ttl = static_cast<int>(kMostWaiting / options.rate);
  traffic_options_.ttl = std::clamp(ttl, kLeastTtl, traffic_options_.ttl);
  traffic_options_.senders = std::clamp(senders_needed, traffic_options_.senders, kMostSenders);
}

void Trial::Pass(std::uint64_t least, std::uint64_t most) {
  // A sleep is intended here: it is the duration of a fault or of a pause between faults.
  std::this_thread::sleep_for(milliseconds(least + chance_() % (most - least + 1)));
}

bool Trial::Await(const std::function<bool()>& holds, double seconds) {
  const auto end = steady_clock::now() + duration<double>(seconds);
  while (!holds()) {
    if (steady_clock::now() > end) return false;
    // Poll, because the traffic thread does not notify about changed counters.
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

void Trial::AwaitWork(std::uint64_t messages, double seconds) {
  const std::uint64_t enough = traffic_->acknowledged() + messages;
  if (Await([&] { return traffic_->acknowledged() >= enough; }, seconds)) return;
  Wrong(fmt::format("nothing was acknowledged within {} s of a fault's end", seconds));
}

void Trial::AwaitUnavailable(std::uint64_t attempts, double seconds) {
  const std::uint64_t enough = traffic_->unavailable() + attempts;
  if (Await([&] { return traffic_->unavailable() >= enough; }, seconds)) return;
  Wrong("senders were not told 503");
}

void Trial::AwaitDeliveries(Nanos since) {
  NoteWhole(since);
  if (Await([&] { return traffic_->AllReachedSince(since); }, kMostToSettle)) return;
  Wrong(fmt::format("{} s after Valkey was whole a mailbox had been given nothing new",
                    kMostToSettle));
}

ScenarioResult Trial::Run(const std::function<void(Trial&)>& harm,
                          const std::function<void()>& heal, const CheckOptions& check) {
  auto traffic = Traffic::Make(traffic_options_);
  if (!traffic) throw std::runtime_error(traffic.error());
  traffic_ = *std::move(traffic);
  std::thread load([this] { traffic_->Run(); });
  const auto end = steady_clock::now() + duration<double>(options_.seconds);
  try {
    AwaitWork(10, kMostToSettle);
    while (result_.wrong.empty() &&
           (steady_clock::now() < end || traffic_->acknowledged() < options_.messages)) {
      harm(*this);
      AwaitWork(10, kMostToSettle);
      const double at_rate = static_cast<double>(options_.between) / options_.rate;
      AwaitWork(options_.between, kMostToSettle + 10 * at_rate);
    }
  } catch (const std::exception& error) {
    Wrong(error.what());
  }
  heal();
  traffic_->Stop();
  load.join();
  result_.unanswered = traffic_->unanswered();
  result_.refused = traffic_->refused();
  result_.unavailable = traffic_->unavailable();
  const double most =
      kMostToSettle + static_cast<double>(traffic_->acknowledged()) / kSettledASecond;
  if (!traffic_->Settle(most)) Wrong("a reader was not given all that waited");
  CheckOptions all = check;
  all.well_again = whole_;
  all.recovers = bench::NsOf(options_.recovers);
  result_.recoveries = whole_.size();
  result_.verdict = Check(traffic_->history(), all);
  return std::move(result_);
}

}  // namespace prichal::chaos
