#include "oidc/https_exchange.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/secret.h"

namespace prichal::oidc {
namespace {

constexpr std::int64_t kLongestAge = 365LL * 24 * 3600;

bool SameName(std::string_view a, std::string_view lower) {
  return a.size() == lower.size() &&
         std::equal(a.begin(), a.end(), lower.begin(), [](char x, char y) {
           return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + ('a' - 'A')) : x) == y;
         });
}

std::string_view Trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

std::optional<std::chrono::seconds> MaxAgeOf(std::string_view cache_control) {
  std::optional<std::chrono::seconds> age;
  while (!cache_control.empty()) {
    const auto end = cache_control.find(',');
    std::string_view directive = Trimmed(cache_control.substr(0, end));
    cache_control.remove_prefix(end == std::string_view::npos ? cache_control.size() : end + 1);
    if (SameName(directive, "no-store") || SameName(directive, "no-cache")) {
      return std::chrono::seconds(0);
    }
    const auto equals = directive.find('=');
    if (age || equals == std::string_view::npos) continue;
    if (!SameName(directive.substr(0, equals), "max-age")) continue;
    directive.remove_prefix(equals + 1);
    std::int64_t seconds = 0;
    const auto* last = directive.data() + directive.size();
    const auto [stop, error] = std::from_chars(directive.data(), last, seconds);
    if (directive.empty() || stop != last || seconds < 0) continue;
    if (error == std::errc::result_out_of_range) seconds = kLongestAge;
    if (error != std::errc{} && error != std::errc::result_out_of_range) continue;
    age = std::chrono::seconds(std::min(seconds, kLongestAge));
  }
  return age;
}

HttpsExchange::HttpsExchange(HttpsRequest request, HttpsClient::Done done)
    : request_(std::move(request)), done_(std::move(done)) {}

HttpsExchange::~HttpsExchange() {
  Wipe(request_.authorization);
  Wipe(request_.api_key);
}

CURL* HttpsExchange::Prepare(const HttpsClientOptions& options) {
  most_bytes_ = options.most_bytes;
  most_head_ = options.most_head;
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr) return nullptr;
  bool ready = lines_.Add("Accept: application/json") && lines_.Add("Expect:");
  const auto add_secret = [&](const char* name, std::string& value) {
    if (value.empty()) return;
    std::string line = name + value;
    ready = ready && lines_.Add(line.c_str());
    Wipe(line);
    Wipe(value);
  };
  add_secret("Authorization: ", request_.authorization);
  add_secret("X-API-Key: ", request_.api_key);
  if (!request_.json.empty()) ready = ready && lines_.Add("Content-Type: application/json");
  const auto set = [&](CURLoption option, auto value) {
    ready = ready && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  };
  set(CURLOPT_URL, request_.url.c_str());
  const std::string& body = request_.json.empty() ? request_.form : request_.json;
  if (!body.empty()) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  }
  set(CURLOPT_HTTPHEADER, lines_.get());
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, options.allows_http ? "http,https" : "https");
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "prichal");
  set(CURLOPT_HEADERFUNCTION, &OnHead);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &OnBody);
  set(CURLOPT_WRITEDATA, this);
  return ready ? easy_.get() : nullptr;
}

std::size_t HttpsExchange::OnHead(const char* bytes, std::size_t size, std::size_t count,
                                  void* self) {
  auto& exchange = *static_cast<HttpsExchange*>(self);
  const std::size_t length = size * count;
  exchange.head_ += length;
  if (exchange.head_ > exchange.most_head_) {
    exchange.is_too_large_ = true;
    return 0;
  }
  exchange.ReadLine({bytes, length});
  return length;
}

void HttpsExchange::ReadLine(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || answer_.max_age) return;
  if (!SameName(line.substr(0, colon), "cache-control")) return;
  answer_.max_age = MaxAgeOf(line.substr(colon + 1));
}

std::size_t HttpsExchange::OnBody(const char* bytes, std::size_t size, std::size_t count,
                                  void* self) {
  auto& exchange = *static_cast<HttpsExchange*>(self);
  const std::size_t length = size * count;
  if (exchange.answer_.body.size() + length > exchange.most_bytes_) {
    exchange.is_too_large_ = true;
    return 0;
  }
  exchange.answer_.body.append(bytes, length);
  return length;
}

void HttpsExchange::Finish(CURLcode code) {
  if (is_too_large_) return Fail("the answer is too large");
  if (code != CURLE_OK) return Fail(curl_easy_strerror(code));
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  answer_.status = static_cast<int>(status);
  std::exchange(done_, {})(std::move(answer_));
}

void HttpsExchange::Fail(std::string reason) {
  std::exchange(done_, {})(prichal::Fail(std::move(reason)));
}

}  // namespace prichal::oidc
