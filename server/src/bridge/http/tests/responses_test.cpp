#include "bridge/http/responses.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prichal::bridge {
namespace {

template <typename Value>
struct Case {
  Value value;
  int status;
  std::string retry_after;
  Counter Counters::*counter;  ///< null: none
};

/// The value of Retry-After; empty if the response has none.
std::string RetryAfter(const http::Response& response) {
  const std::string name = "Retry-After: ";
  const std::size_t begin = response.head->find(name);
  if (begin == std::string::npos) return {};
  const std::size_t value = begin + name.size();
  return response.head->substr(value, response.head->find('\r', value) - value);
}

TEST(BridgeResponses, AnswerAndCountEachPublishResult) {
  const std::vector<Case<PublishResult>> cases{
      {PublishResult::kStored, 200, "", nullptr},
      {PublishResult::kDuplicate, 200, "", nullptr},
      {PublishResult::kTooLarge, 413, "", &Counters::bad_requests},
      {PublishResult::kMailboxFull, 429, "5", &Counters::mailbox_full},
      {PublishResult::kAddressFull, 429, "5", &Counters::address_full},
      {PublishResult::kTotalFull, 503, "5", &Counters::store_full},
      {PublishResult::kStoreBusy, 503, "5", &Counters::store_full},
      {PublishResult::kStoreFailed, 503, "5", &Counters::store_failed},
      {PublishResult::kStoredByTooFew, 503, "5", &Counters::store_failed},
  };
  ASSERT_EQ(cases.size(), kPublishResults);
  const BridgeResponses responses{BridgeOptions{}};
  for (const auto& [result, status, retry_after, counter] : cases) {
    const http::Response& response = responses.For(result, true);
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(RetryAfter(response), retry_after) << status;
    Counters counters;
    CountResult(result, counters);
    if (counter != nullptr) {
      EXPECT_EQ((counters.*counter).Get(), 1U) << status;
    }
  }
}

TEST(BridgeResponses, AnswerAndCountEachRefusal) {
  const std::vector<Case<Refusal>> cases{
      {Refusal::kOtherOrigin, 403, "", &Counters::origins_refused},
      {Refusal::kDraining, 503, "5", nullptr},
      {Refusal::kTooManyMessages, 429, "1", &Counters::messages_limited},
      {Refusal::kTooManyOpens, 429, "1", &Counters::opens_limited},
      {Refusal::kTooManyVerifies, 429, "1", &Counters::verifies_limited},
      {Refusal::kTooManyForId, 429, "1", &Counters::id_limited},
      {Refusal::kTooManyClientIds, 503, "5", &Counters::ids_full},
      {Refusal::kTooManyStreams, 429, "5", &Counters::streams_limited},
  };
  ASSERT_EQ(cases.size(), kRefusals);
  BridgeOptions options;
  options.connections_limit = 7;
  const BridgeResponses responses(options);
  for (const auto& [refusal, status, retry_after, counter] : cases) {
    const http::Response& response = responses.For(refusal, true);
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(RetryAfter(response), retry_after) << status;
    Counters counters;
    CountRefusal(refusal, counters);
    if (counter != nullptr) {
      EXPECT_EQ((counters.*counter).Get(), 1U) << status;
    }
  }
  EXPECT_EQ(*responses.For(Refusal::kTooManyStreams, false).body,
            "{\"message\":\"you have reached the limit of streaming connections: 7 max\","
            "\"statusCode\":429}\n");
}

}  // namespace
}  // namespace prichal::bridge
