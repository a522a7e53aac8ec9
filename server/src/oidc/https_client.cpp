#include "oidc/https_client.h"

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "oidc/https_exchange.h"

namespace prichal::oidc {
namespace {

constexpr int kLongestSleep = 60'000;

struct EndMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

CURLM* MakeMulti() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  CURLM* const multi = ready ? curl_multi_init() : nullptr;
  if (multi == nullptr) throw std::runtime_error("libcurl cannot be used");
  return multi;
}

}  // namespace

class HttpsClient::Impl {
 public:
  explicit Impl(const HttpsClientOptions& options) : options_(options), multi_(MakeMulti()) {
    // Signals are the main thread's.
    sigset_t all{};
    sigset_t before{};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "https");
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void Ask(HttpsRequest request, Done done) {
    auto exchange = std::make_unique<HttpsExchange>(std::move(request), std::move(done));
    if (!Take(exchange)) return exchange->Fail("too many requests are under way");
    curl_multi_wakeup(multi_.get());
  }

  void Stop() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    curl_multi_wakeup(multi_.get());
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
      int running = 0;
      curl_multi_perform(multi_.get(), &running);
      if (!EndFinished()) curl_multi_poll(multi_.get(), nullptr, 0, kLongestSleep, nullptr);
    }
    for (const auto& [easy, exchange] : active_) {
      curl_multi_remove_handle(multi_.get(), easy);
      exchange->Fail("the server ends");
    }
    active_.clear();
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
      CURL* const easy = stops ? nullptr : exchange->Prepare(options_);
      if (easy == nullptr || curl_multi_add_handle(multi_.get(), easy) != CURLM_OK) {
        Release();
        exchange->Fail("the request could not be made");
        continue;
      }
      active_.emplace(easy, std::move(exchange));
    }
    return !stops;
  }

  void Release() {
    const std::lock_guard lock(mutex_);
    --requests_;
  }

  bool EndFinished() {
    bool any = false;
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      any = true;
      CURL* const easy = message->easy_handle;
      const CURLcode code = message->data.result;
      curl_multi_remove_handle(multi_.get(), easy);
      const auto found = active_.find(easy);
      if (found == active_.end()) continue;
      const Owned exchange = std::move(found->second);
      active_.erase(found);
      Release();
      exchange->Finish(code);
    }
    return any;
  }

  const HttpsClientOptions options_;
  std::mutex mutex_;
  std::vector<Owned> waiting_;  ///< below the mutex, as are the next two
  std::size_t requests_ = 0;
  bool stopping_ = false;

  // The thread's own.
  std::unique_ptr<CURLM, EndMulti> multi_;
  std::map<CURL*, Owned> active_;
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
