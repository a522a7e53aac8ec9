// Webhook deliveries over real sockets: retries, limits and shutdown.

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "outbound/webhook_sender.h"
#include "tests/fixtures/hook_listener.h"

namespace prichal::bridge {
namespace {

using prichal::testing::HookListener;

class Webhook : public ::testing::Test {
 protected:
  [[nodiscard]] static outbound::WebhookSenderOptions Quick() {
    return {.targets = {"one", "two"}, .timeout = Millis(10'000), .first_pause = Millis(1)};
  }

  [[nodiscard]] outbound::Delivery To(const std::string& path, std::size_t target = 0) const {
    return {.target = target,
            .url = listener.url(path),
            .body = "body",
            .headers = {"Content-Type: application/json", "X-Hub-Signature-256: sha256=00"}};
  }

  template <typename Condition>
  static void AwaitStats(const outbound::WebhookSender& sender, Condition condition) {
    Await("the sender's counters are as expected", [&] { return condition(sender.Snapshot()); });
  }

  HookListener listener;
  outbound::HttpsClient https;
};

TEST_F(Webhook, SendsGivenDelivery) {
  outbound::WebhookSender sender(https, Quick());
  sender.Enqueue(To("/hook?key=1"));
  const auto got = listener.Wait(1);
  EXPECT_EQ(got[0].target, "/hook?key=1");
  EXPECT_EQ(got[0].body, "body");
  EXPECT_NE(got[0].lines.find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_NE(got[0].lines.find("X-Hub-Signature-256: sha256=00\r\n"), std::string::npos);
  AwaitStats(sender, [](const outbound::WebhookStats& stats) {
    return stats.delivered == 1 && stats.waiting == 0;
  });
}

TEST_F(Webhook, AddsNoHeaders) {
  outbound::WebhookSender sender(https, Quick());
  outbound::Delivery delivery = To("/");
  delivery.headers.clear();
  delivery.body = std::string(2'000'000, 'x');
  sender.Enqueue(std::move(delivery));
  const auto got = listener.Wait(1);
  EXPECT_EQ(got[0].body.size(), 2'000'000U);
  EXPECT_EQ(got[0].lines.find("Content-Type"), std::string::npos);
  EXPECT_EQ(got[0].lines.find("Expect"), std::string::npos);
}

TEST_F(Webhook, RetriesTransientErrorsAndReportsHealth) {
  std::mutex mutex;
  std::vector<std::string> said;
  outbound::WebhookSenderOptions options = Quick();
  options.on_health = [&](const std::string& target, bool healthy, const std::string& reason) {
    const std::lock_guard lock(mutex);
    said.push_back(target + (healthy ? " well" : " ill: " + reason));
  };
  outbound::WebhookSender sender(https, std::move(options));
  listener.Say({500, 429, 503});
  sender.Enqueue(To("/"));
  EXPECT_EQ(listener.Wait(4).back().body, "body");
  AwaitStats(sender, [](const outbound::WebhookStats& stats) { return stats.waiting == 0; });
  EXPECT_EQ(sender.Snapshot().delivered, 1U);
  EXPECT_EQ(sender.Snapshot().retried, 3U);
  const std::lock_guard lock(mutex);
  EXPECT_EQ(said, (std::vector<std::string>{"one ill: status 500", "one well"}));
}

TEST_F(Webhook, FreesSpaceAfterDelivery) {
  outbound::WebhookSenderOptions options = Quick();
  options.most_bytes = 150'000;
  outbound::WebhookSender sender(https, std::move(options));
  for (std::uint64_t sent = 1; sent <= 4; ++sent) {
    outbound::Delivery delivery = To("/");
    delivery.body = std::string(100'000, 'x');
    sender.Enqueue(std::move(delivery));
    AwaitStats(sender, [sent](const outbound::WebhookStats& stats) {
      return stats.delivered + stats.dropped == sent;
    });
  }
  EXPECT_EQ(sender.Snapshot().delivered, 4U);
}

TEST_F(Webhook, FailsAfterConfiguredAttempts) {
  outbound::WebhookSenderOptions options = Quick();
  options.attempts = 3;
  outbound::WebhookSender sender(https, std::move(options));
  listener.Say({}, 500);
  sender.Enqueue(To("/"));
  sender.Enqueue(
      {.url = "http://127.0.0.1:1/", .body = {}, .headers = {}});  // no server listens there
  AwaitStats(sender, [](const outbound::WebhookStats& stats) {
    return stats.failed == 2 && stats.waiting == 0;
  });
  EXPECT_EQ(listener.Wait(3).size(), 3U);
  EXPECT_EQ(sender.Snapshot().retried, 4U);
}

TEST_F(Webhook, FailsAtOnceOnPermanentErrors) {
  outbound::WebhookSender sender(https, Quick());
  listener.Say({404, 302});
  sender.Enqueue(To("/"));
  sender.Enqueue(To("/"));
  sender.Enqueue({.url = "file:///etc/hostname", .body = {}, .headers = {}});
  sender.Enqueue({.url = "not an address", .body = {}, .headers = {}});
  AwaitStats(sender, [](const outbound::WebhookStats& stats) { return stats.failed == 4; });
  EXPECT_EQ(listener.Wait(2).size(), 2U) << "a redirect is not followed";
  EXPECT_EQ(sender.Snapshot().retried, 0U);
}

TEST_F(Webhook, TimesOutSilentServer) {
  outbound::WebhookSenderOptions options = Quick();
  options.timeout = Millis(50);
  options.attempts = 2;
  outbound::WebhookSender sender(https, std::move(options));
  listener.Say({}, HookListener::kSilence);
  sender.Enqueue(To("/"));
  AwaitStats(sender, [](const outbound::WebhookStats& stats) { return stats.failed == 1; });
  EXPECT_EQ(listener.Wait(2).size(), 2U);
}

TEST_F(Webhook, DeadTargetDoesNotBlockOthers) {
  outbound::WebhookSenderOptions options = Quick();
  options.most_deliveries = 3;
  options.at_once = 2;
  outbound::WebhookSender sender(https, std::move(options));
  HookListener dead;
  dead.Say({}, HookListener::kSilence);
  for (int i = 0; i < 5; ++i) {
    sender.Enqueue({.target = 1, .url = dead.url("/"), .body = {}, .headers = {}});
  }
  EXPECT_EQ(sender.Snapshot().dropped, 2U);
  for (int i = 1; i <= 10; ++i) {
    sender.Enqueue(To("/"));
    AwaitStats(sender, [i](const outbound::WebhookStats& stats) {
      return stats.delivered == std::uint64_t(i) && stats.waiting == 3;
    });
  }

  options = Quick();
  options.most_bytes = 3'000;
  outbound::WebhookSender small(https, std::move(options));
  small.Enqueue({.url = dead.url("/"), .body = std::string(2'000, 'x'), .headers = {}});
  small.Enqueue({.url = dead.url("/"), .body = std::string(2'000, 'x'), .headers = {}});
  EXPECT_EQ(small.Snapshot().dropped, 1U);
}

TEST_F(Webhook, SendsPendingDeliveriesBeforeStop) {
  outbound::WebhookSenderOptions options = Quick();
  options.at_once = 1;
  options.first_pause = Millis(3'600'000);
  std::atomic<bool> pauses = false;
  options.on_health = [&](const std::string&, bool healthy, const std::string&) {
    if (!healthy) pauses = true;
  };
  outbound::WebhookSender sender(https, std::move(options));
  listener.Say({500});
  sender.Enqueue(To("/paused"));
  AwaitStats(sender, [&](const outbound::WebhookStats&) { return pauses.load(); });
  for (int i = 0; i < 20; ++i) sender.Enqueue(To("/"));
  EXPECT_TRUE(sender.Stop(Millis(10'000)));
  EXPECT_EQ(listener.Wait(22).size(), 22U);
  EXPECT_EQ(sender.Snapshot().delivered, 21U);
  sender.Enqueue(To("/late"));
  EXPECT_EQ(sender.Snapshot().dropped, 1U);
  EXPECT_TRUE(sender.Stop(Millis(0)));
}

TEST_F(Webhook, DropsPendingDeliveriesAtStopDeadline) {
  outbound::WebhookSender sender(https, Quick());
  listener.Say({}, HookListener::kSilence);
  sender.Enqueue(To("/"));
  (void)listener.Wait(1);
  sender.Enqueue(To("/"));
  EXPECT_FALSE(sender.Stop(Millis(0)));
  EXPECT_EQ(sender.Snapshot().dropped, 2U);
  EXPECT_EQ(sender.Snapshot().waiting, 0U);
}

TEST_F(Webhook, AcceptsDeliveriesFromManyThreads) {
  outbound::WebhookSender sender(https, Quick());
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 100; ++j) sender.Enqueue(To("/"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(sender.Stop(Millis(10'000)));
  EXPECT_EQ(sender.Snapshot().delivered, 400U);
}

}  // namespace
}  // namespace prichal::bridge
