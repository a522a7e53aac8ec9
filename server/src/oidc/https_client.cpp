#include "oidc/https_client.h"

#include <pthread.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/blocked_signals.h"
#include "curl/transfers.h"
#include "oidc/https_exchange.h"

namespace prichal::oidc {
namespace {

constexpr Millis kLongestSleep{60'000};

}  // namespace

class HttpsClient::Impl {
 public:
  explicit Impl(const HttpsClientOptions& options) : options_(options) {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "https");
  }

  void Ask(HttpsRequest request, Done done) {
    auto exchange = std::make_unique<HttpsExchange>(std::move(request), std::move(done));
    if (!Take(exchange)) return exchange->Fail("too many requests are under way");
    transfers_.Wake();
  }

  void Stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    transfers_.Wake();
    thread_.join();
  }

 private:
  using Owned = std::unique_ptr<HttpsExchange>;

  /// False, and it stays the caller's: there is no room.
  [[nodiscard]] bool Take(Owned& exchange) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || requests_ >= options_.most_requests) return false;
    ++requests_;
    waiting_.push_back(std::move(exchange));
    return true;
  }

  void Run() {
    while (BeginNew()) {
      const bool any = transfers_.Advance([this](const Owned& exchange, CURLcode code) {
        Release();
        exchange->Finish(code);
      });
      if (!any) transfers_.Wait(kLongestSleep);
    }
    transfers_.GiveUp([](const Owned& exchange) { exchange->Fail("the server ends"); });
  }

  /// False: it is to stop.
  [[nodiscard]] bool BeginNew() {
    std::vector<Owned> fresh;
    bool stops = false;
    {
      const std::lock_guard lock(mutex_);
      fresh.swap(waiting_);
      stops = stopping_;
    }
    for (Owned& exchange : fresh) {
      if (stops || !transfers_.Begin(exchange->Prepare(options_), exchange)) {
        Release();
        exchange->Fail("the request could not be made");
      }
    }
    return !stops;
  }

  void Release() {
    const std::lock_guard lock(mutex_);
    --requests_;
  }

  const HttpsClientOptions options_;
  std::mutex mutex_;
  std::vector<Owned> waiting_;  ///< below the mutex, as are the next two
  std::size_t requests_ = 0;
  bool stopping_ = false;

  // The thread's own.
  curl::Transfers<HttpsExchange> transfers_;
  std::thread thread_;
};

HttpsClient::HttpsClient(const HttpsClientOptions& options)
    : impl_(std::make_unique<Impl>(options)) {}

HttpsClient::~HttpsClient() { Stop(); }

void HttpsClient::Ask(HttpsRequest request, Done done) {
  impl_->Ask(std::move(request), std::move(done));
}

void HttpsClient::Stop() { impl_->Stop(); }

}  // namespace prichal::oidc
