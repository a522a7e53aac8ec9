#include "outbound/https_client.h"

#include <pthread.h>

#include <algorithm>
#include <future>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "base/background_thread.h"
#include "outbound/transfer.h"

namespace prichal::outbound {
namespace {

using std::chrono::steady_clock;

constexpr Millis kLongestSleep{60'000};

}  // namespace

class HttpsClient::Impl {
 public:
  Impl() {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { Run(); });
    pthread_setname_np(thread_.native_handle(), "https");
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    Post([this] { stopping_ = true; });
    thread_.join();
  }

  /// Queues a task. Any thread; takes no lock.
  void Post(Task task) {
    Task::Cell* const cell = task.TakeCell().release();
    Task::Cell* before = newest_.load(std::memory_order_relaxed);
    do {
      cell->next = before;
    } while (!newest_.compare_exchange_weak(before, cell, std::memory_order_release,
                                            std::memory_order_relaxed));
    if (before == nullptr) multi_.Wake();
  }

  // The rest runs on the client's thread.
  void Begin(RequestGroup& group, Request request, RequestGroup::Done done) {
    auto call = std::make_unique<Call>(group, std::move(request), std::move(done));
    if (!multi_.Add(*call)) {
      call->done(FailedResponse(Trouble::kOther, "the request could not be made"));
      --group.pending_;
      return;
    }
    Transfer* const key = call.get();
    calls_.emplace(key, std::move(call));
  }

  void RunAfter(RequestGroup& group, Millis delay, Task task) {
    timers_.emplace(steady_clock::now() + delay, Timer{&group, std::move(task)});
  }

  void Cancel(RequestGroup& group) {
    std::vector<std::unique_ptr<Call>> cancelled;
    for (auto call = calls_.begin(); call != calls_.end();) {
      if (&call->second->group != &group) {
        ++call;
        continue;
      }
      cancelled.push_back(std::move(call->second));
      call = calls_.erase(call);
    }
    for (auto& call : cancelled) {
      call->done(FailedResponse(Trouble::kOther, "the server is shutting down"));
      call.reset();
      --group.pending_;
    }
    std::erase_if(timers_, [&](const auto& timer) { return timer.second.group == &group; });
  }

 private:
  struct Call final : Transfer {
    Call(RequestGroup& of, Request request, RequestGroup::Done then)
        : Transfer(std::move(request)), group(of), done(std::move(then)) {}
    RequestGroup& group;
    RequestGroup::Done done;
  };
  struct Timer {
    RequestGroup* group;
    Task task;
  };

  /// Returns the posted tasks, oldest first.
  std::vector<Task> TakeTasks() {
    std::vector<Task> tasks;
    Task::Cell* next = newest_.exchange(nullptr, std::memory_order_acquire);
    while (next != nullptr) {
      std::unique_ptr<Task::Cell> cell(std::exchange(next, next->next));
      tasks.emplace_back(std::move(cell));
    }
    std::reverse(tasks.begin(), tasks.end());
    return tasks;
  }

  void Run() {
    while (!stopping_) {
      for (Task& task : TakeTasks()) task();
      while (!timers_.empty() && timers_.begin()->first <= steady_clock::now()) {
        auto due = timers_.extract(timers_.begin());
        due.mapped().task();
      }
      multi_.Perform();
      bool has_ended = false;
      while (Transfer* const transfer = multi_.TakeEnded()) {
        auto ended = calls_.extract(transfer);
        RequestGroup& group = ended.mapped()->group;
        ended.mapped()->done(transfer->TakeAnswer());
        ended.mapped().reset();
        --group.pending_;  // the group may be destroyed from here on
        has_ended = true;
      }
      if (!has_ended && !stopping_) multi_.Wait(Sleep());
    }
  }

  [[nodiscard]] Millis Sleep() const {
    if (timers_.empty()) return kLongestSleep;
    const auto left = std::chrono::ceil<Millis>(timers_.begin()->first - steady_clock::now());
    return std::clamp(left, Millis(0), kLongestSleep);
  }

  std::atomic<Task::Cell*> newest_{nullptr};
  Multi multi_;

  // Used on the client's thread only.
  std::map<Transfer*, std::unique_ptr<Call>> calls_;
  std::multimap<steady_clock::time_point, Timer> timers_;
  bool stopping_ = false;
  std::thread thread_;
};

HttpsClient::HttpsClient() = default;

HttpsClient::~HttpsClient() = default;

HttpsClient::Impl& HttpsClient::Started() {
  std::call_once(once_, [this] { impl_ = std::make_unique<Impl>(); });
  return *impl_;
}

RequestGroup::RequestGroup(HttpsClient& client, std::size_t most_requests)
    : client_(client.Started()), most_requests_(most_requests) {}

void RequestGroup::Send(Request request, Done done) {
  // Counts before it reads `stopped_`, because Stop() waits for all counted requests.
  if (pending_++ >= most_requests_ || stopped_) {
    --pending_;
    return done(FailedResponse(Trouble::kOther, "too many requests are under way"));
  }
  client_.Post([this, request = std::move(request), done = std::move(done)]() mutable {
    client_.Begin(*this, std::move(request), std::move(done));
  });
}

void RequestGroup::Post(Task task) {
  ++pending_;
  if (stopped_) {
    --pending_;
    return;
  }
  client_.Post([this, task = std::move(task)]() mutable {
    std::exchange(task, {})();
    --pending_;
  });
}

void RequestGroup::RunAfter(Millis delay, Task task) {
  if (!stopped_) client_.RunAfter(*this, delay, std::move(task));
}

void RequestGroup::Stop() {
  if (stopped_.exchange(true)) return;
  // A thread may have counted its request without having posted it.
  do {
    const auto cancelled = std::make_shared<std::promise<void>>();
    client_.Post([this, cancelled] {
      client_.Cancel(*this);
      cancelled->set_value();
    });
    cancelled->get_future().wait();
  } while (pending_ > 0);
}

}  // namespace prichal::outbound
