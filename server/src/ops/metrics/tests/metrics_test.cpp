#include "ops/metrics/metrics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <sstream>

#include "site/routes.h"

namespace prichal::ops {
namespace {

std::string Text(const MetricsSnapshot& numbers) {
  telemetry::Exposition exposition;
  AddMetrics(exposition, numbers);
  AddOfficialMetrics(exposition, numbers);
  return exposition.Text();
}

bool Has(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Metrics, WritesLineForEachNumber) {
  MetricsSnapshot numbers;
  numbers.version = "1.2.3";
  numbers.loops = 4;
  numbers.log_lines_dropped = 5;
  numbers.http.connections = 6;
  numbers.http.refused_full = 7;
  numbers.http.responses.at(site::IdOf(site::Route::kBridgeMessage)).at(4) = 8;
  auto& messages = numbers.http.measured.at(site::IdOf(site::Route::kBridgeMessage) - 1U);
  messages.responses.at(http::PlaceOf(429)) = 8;
  messages.responses.at(http::PlaceOf(404)) = 1;
  messages.responses.at(http::PlaceOf(599)) = 2;
  messages.millis.at(http::PlaceOf(200)).buckets = {3, 1};
  messages.millis.at(http::PlaceOf(200)).sum = 12;
  messages.millis.at(http::PlaceOf(599)).buckets.back() = 2;
  messages.request_bytes.buckets = {0, 4};
  messages.request_bytes.sum = 5'000;
  messages.response_bytes.buckets = {4};
  numbers.bridge.mailbox_full = 9;
  numbers.bridge.ids_per_stream = {1, 1};
  numbers.bridge.ids_in_streams = 3;
  numbers.bridge.delivered_by_millis = {2, 1};
  numbers.bridge.delivery_millis = 14;
  numbers.store.commits_by_micros = {1, 0, 1};
  numbers.store.commit_micros = 1'500;
  numbers.store.commits_by_messages = {0, 2};
  numbers.store.stored = 4;
  numbers.recovery = Millis(250);
  numbers.bridge.messages_limited = 11;
  numbers.http.requests_over_budget = 12;
  numbers.token_uses = {0, 13};
  const auto text = Text(numbers);
  for (const auto* line :
       {"prichal_build_info{version=\"1.2.3\",compiler=\"" __VERSION__ "\"} 1",
        "prichal_ready 1",
        "prichal_loops 4",
        "prichal_bridge_delivery_seconds_bucket{le=\"0.005\"} 2",
        "prichal_bridge_delivery_seconds_bucket{le=\"+Inf\"} 3",
        "prichal_bridge_delivery_seconds_sum 0.014",
        "prichal_log_lines_dropped_total 5",
        "prichal_connections 6",
        "prichal_connections_refused_total{reason=\"too_many\"} 7",
        "prichal_http_answers_total{route=\"bridge_message\",code=\"4xx\"} 8",
        "prichal_bridge_requests_refused_total{reason=\"mailbox_full\"} 9",
        "prichal_bridge_client_ids_per_stream_bucket{le=\"1\"} 1",
        "prichal_bridge_client_ids_per_stream_bucket{le=\"+Inf\"} 2",
        "prichal_bridge_client_ids_per_stream_sum 3",
        "prichal_store_commit_seconds_bucket{le=\"0.00025\"} 1",
        "prichal_store_commit_seconds_bucket{le=\"0.001\"} 2",
        "prichal_store_commit_seconds_sum 0.0015",
        "prichal_store_commit_messages_bucket{le=\"2\"} 2",
        "prichal_store_commit_messages_sum 4",
        "prichal_bridge_requests_refused_total{reason=\"rate_limit\"} 11",
        "prichal_requests_over_budget_total 12",
        "prichal_bridge_bypassed_total{token=\"2\"} 13",
        "bridge_token_usage{token=\"2\"} 13",
        "bridge_info{engine=\"prichal\",storage=\"memory\",version=\"1.2.3\"} 1",
        "http_requests_total{code=\"429\",method=\"POST\",url=\"/bridge/message\"} 8",
        "http_requests_total{code=\"other\",method=\"POST\",url=\"/bridge/message\"} 3",
        "http_requests_total{code=\"204\",method=\"OPTIONS\",url=\"/bridge/verify\"} 0",
        "number_of_client_ids_per_connection_sum 3",
        "bridge_ready_status 1",
        "prichal_store_recovery_seconds 0.25",
        "prichal_store_healthy 1"}) {
    EXPECT_TRUE(Has(text, line)) << line << '\n' << text;
  }
  const std::string of_messages = "method=\"POST\",url=\"/bridge/message\"";
  for (const std::string& line :
       {"duration_seconds_bucket{code=\"200\"," + of_messages + ",le=\"0.005\"} 3",
        "duration_seconds_bucket{code=\"200\"," + of_messages + ",le=\"0.01\"} 4",
        "duration_seconds_sum{code=\"200\"," + of_messages + "} 0.012",
        "duration_seconds_count{code=\"other\"," + of_messages + "} 2",
        "size_bytes_bucket{" + of_messages + ",le=\"2048\"} 4",
        "size_bytes_sum{" + of_messages + "} 5000"}) {
    EXPECT_TRUE(Has(text, "http_request_" + line)) << line << '\n' << text;
  }
  EXPECT_TRUE(Has(text, "http_response_size_bytes_count{" + of_messages + "} 4"));
  numbers.draining = true;
  EXPECT_TRUE(Has(Text(numbers), "prichal_ready 0"));
  numbers.draining = false;
  numbers.store_healthy = false;
  EXPECT_TRUE(Has(Text(numbers), "prichal_ready 0"));
}

/// Sets each counter of a group to a different number. Returns the numbers.
template <typename Group>
std::set<std::uint64_t> Fill(Group& group, std::uint64_t number) {
  std::set<std::uint64_t> numbers;
  const std::span counters(reinterpret_cast<Counter*>(&group), sizeof(Group) / sizeof(Counter));
  for (Counter& counter : counters) {
    counter.Set(++number);
    numbers.insert(number);
  }
  return numbers;
}

TEST(Metrics, WritesEveryNumberOfValkey) {
  MetricsSnapshot snapshot;
  snapshot.storage = "valkey";
  bridge::ValkeyCounters loop;
  auto numbers = Fill(loop, 70'000);
  numbers.erase(loop.channels.Get());  // exported as prichal_valkey_channels, from the counters of
                                       // the clients
  bridge::AddToSum(snapshot.valkey, loop);
  numbers.merge(Fill(snapshot.valkey_client, 80'000));
  // These are exported in seconds and as a histogram.
  const valkey::ClientCounters& client = snapshot.valkey_client;
  numbers.erase(client.probe_answered_at.Get());
  numbers.erase(client.probe_micros.Get());
  numbers.erase(client.scripts.sum.Get());
  for (const Counter& bucket : client.scripts.buckets) numbers.erase(bucket.Get());
  const std::string text = Text(snapshot);
  for (const std::uint64_t number : numbers) {
    EXPECT_NE(text.find(" " + std::to_string(number) + "\n"), std::string::npos) << number;
  }
}

TEST(Metrics, WritesSameSeriesForAnyNumbers) {
  MetricsSnapshot busy;
  busy.http.responses.at(site::IdOf(site::Route::kPage)).at(2) = 1'000'000;
  busy.bridge.accepted = 7;
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(Text(busy)), lines(Text(MetricsSnapshot{})));
}

TEST(Metrics, WritesEachSeriesOnce) {
  MetricsSnapshot numbers;
  numbers.storage = "valkey";
  std::istringstream lines(Text(numbers));
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(seen.insert(line.substr(0, line.rfind(' '))).second) << line;
  }
}

TEST(Metrics, DocumentsEveryMetricWithItsHelpText) {
  std::ifstream file(PRICHAL_REPOSITORY "/docs/site/generate/texts/metrics.yaml");
  std::string page{std::istreambuf_iterator<char>(file), {}};
  std::erase(page, '`');
  MetricsSnapshot numbers;
  numbers.storage = "valkey";
  numbers.token_uses = {1};
  signin::AuthStats auth;
  auth.numbers.answers["created"] = 1;
  telemetry::Exposition more;
  AddAuthMetrics(more, auth, true);
  AddWalletsMetrics(more, site::wallets::WalletsStats{.refresh_seconds = 1});
  std::istringstream lines(Text(numbers) + more.Text());
  const std::string mark = "# HELP ";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(mark)) continue;
    const auto end = line.find(' ', mark.size());
    const auto name = page.find("\n  " + line.substr(mark.size(), end - mark.size()) + ":\n");
    ASSERT_NE(name, std::string::npos) << line;
    const auto help = page.find("\n    en: ", name) + std::string_view("\n    en: ").size();
    EXPECT_EQ(page.substr(help, page.find('\n', help) - help), line.substr(end + 1));
  }
}

}  // namespace
}  // namespace prichal::ops
