#include "site/wallets/refresher.h"

#include <pthread.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "base/blocked_signals.h"
#include "base/random.h"

namespace prichal::wallets {
namespace {

constexpr Millis kFirstPause{30'000};
constexpr Millis kLongestPause{3'600'000};
constexpr std::uint64_t kMostDoublings = 7;
/// Jitter: the share by which a pause may be shorter or longer than the interval.
constexpr double kUneven = 0.1;

Millis Times(Millis pause, double by) {
  return Millis(static_cast<std::int64_t>(static_cast<double>(pause.count()) * by));
}

}  // namespace

Millis FirstPause(const RefresherOptions& options, const Snapshot* last, Millis now) {
  const bool is_ours = last != nullptr && last->source == options.pull.source;
  // If the clock was set back, the age is unknown.
  if (!is_ours || last->pulled_at > now) return Millis(0);
  return std::max(Millis(0), last->pulled_at + options.interval - now);
}

Millis PauseAfterFailures(std::uint64_t failures, Millis interval,
                          std::optional<std::chrono::seconds> retry_after, double chance) {
  const auto doublings = std::min(std::max<std::uint64_t>(failures, 1) - 1, kMostDoublings);
  const Millis pause =
      std::min({Millis(kFirstPause * (1LL << doublings)), kLongestPause, interval});
  const Millis uneven = Times(pause, 0.5 + chance / 2);
  return retry_after ? std::max(uneven, Millis(*retry_after)) : uneven;
}

class Refresher::Impl {
 public:
  Impl(curl::HttpsClient& https, const RefresherOptions& options,
       std::shared_ptr<const Snapshot> last, Hooks hooks)
      : options_(options),
        hooks_(std::move(hooks)),
        last_(std::move(last)),
        puller_(https, options.pull) {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "wallets");
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    puller_.Stop();
    thread_.join();
  }

 private:
  void Run() {
    Millis pause = FirstPause(options_, last_.get(), MachineClock().Now().unix_time);
    while (puller_.Wait(pause)) {
      auto pulled = puller_.Pull(last_.get(), MachineClock().Now().unix_time);
      if (puller_.IsStopped()) return;
      if (pulled) {
        failures_ = 0;
        last_ = pulled->snapshot;
        hooks_.on_pulled(*pulled);
        pause = Times(options_.interval, 1 - kUneven + 2 * kUneven * Chance());
      } else {
        hooks_.on_failed(pulled.error());
        pause = PauseAfterFailures(++failures_, options_.interval, pulled.error().retry_after,
                                   Chance());
      }
    }
  }

  double Chance() {
    constexpr std::uint64_t kSteps = 1'000'000;
    return static_cast<double>(random_.Below(kSteps)) / static_cast<double>(kSteps);
  }

  const RefresherOptions options_;
  const Hooks hooks_;

  // Of the refresher's thread, except Puller::Stop().
  std::shared_ptr<const Snapshot> last_;
  std::uint64_t failures_ = 0;
  RandomSource random_;
  Puller puller_;
  std::thread thread_;
};

Refresher::Refresher(curl::HttpsClient& https, const RefresherOptions& options,
                     std::shared_ptr<const Snapshot> last, Hooks hooks)
    : impl_(std::make_unique<Impl>(https, options, std::move(last), std::move(hooks))) {}

Refresher::~Refresher() = default;

}  // namespace prichal::wallets
