#include <gtest/gtest.h>

#include <random>
#include <string>

#include "http/codec/request_head.h"

namespace prichal::http {
namespace {

/// Returns the number of consumed bytes and the outcome.
std::string Scan(const std::string& bytes, std::size_t piece, const HeadLimits& limits) {
  HeadScanner scanner(limits);
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const auto progress = scanner.Scan(std::string_view(bytes).substr(taken, piece));
    taken += progress.consumed;
    if (progress.refusal) {
      return std::to_string(taken) + " refused: " + std::string(progress.refusal->reason);
    }
    if (progress.complete) {
      return std::to_string(taken) + " complete, leading " + std::to_string(scanner.leading());
    }
  }
  return std::to_string(taken) + " wants more";
}

TEST(HeadScanner, ScansRunsLikeSingleBytes) {
  const HeadLimits limits{.head = 96, .target = 24, .fields = 3};
  const std::string good = "\r\nGET /a?b=c HTTP/1.1\r\nHost: example.org\r\nX-Y: \tz\r\n\r\n";
  const std::string odd("\r\n\t \0#:a\x7f\xff", 10);
  std::mt19937 chance(11);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (unsigned change = chance() % 4; change > 0; --change) {
      const std::size_t at = chance() % bytes.size();
      switch (chance() % 3) {
        case 0:
          bytes[at] = odd[chance() % odd.size()];
          break;
        case 1:
          bytes.erase(at, 1 + chance() % 3);
          break;
        default:
          bytes = bytes.substr(0, at) + std::string(1 + chance() % 40, odd[chance() % odd.size()]) +
                  bytes.substr(at);
      }
      if (bytes.empty()) bytes = good;
    }
    const std::string one_by_one = Scan(bytes, 1, limits);
    ASSERT_EQ(Scan(bytes, bytes.size(), limits), one_by_one) << bytes;
    ASSERT_EQ(Scan(bytes, 7, limits), one_by_one) << bytes;
  }
}

TEST(HeadScanner, ChecksEveryByteOfLongRuns) {
  const HeadLimits limits;
  for (int value = 0; value < 256; ++value) {
    for (std::size_t at = 0; at < 36; ++at) {
      std::string run(36, 'a');
      run[at] = static_cast<char>(value);
      const std::string bytes = "GET /" + run + " HTTP/1.1\r\nHost: " + run + "\r\n\r\n";
      ASSERT_EQ(Scan(bytes, bytes.size(), limits), Scan(bytes, 1, limits)) << value << " at " << at;
      const std::string in_value = "GET / HTTP/1.1\r\nHost: " + run + "\r\n\r\n";
      ASSERT_EQ(Scan(in_value, in_value.size(), limits), Scan(in_value, 1, limits))
          << value << " at " << at;
    }
  }
}

}  // namespace
}  // namespace prichal::http
