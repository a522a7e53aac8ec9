#include "webhook/request.h"

#include <utility>

namespace prichal::webhook {
namespace {

std::size_t Discard(const char* /*bytes*/, std::size_t size, std::size_t count, void* /*unused*/) {
  return size * count;
}

}  // namespace

Request::Request(Delivery delivery) : delivery_(std::move(delivery)) {}

CURL* Request::Prepare(Millis timeout) {
  ++attempts_;
  if (easy_ != nullptr) return Sign() ? easy_.get() : nullptr;
  easy_.reset(curl_easy_init());
  if (easy_ == nullptr) return nullptr;
  bool ready = true;
  const auto set = [&](CURLoption option, auto value) {
    ready = ready && curl_easy_setopt(easy_.get(), option, value) == CURLE_OK;
  };
  set(CURLOPT_URL, delivery_.url.c_str());
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDS, delivery_.body.data());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(delivery_.body.size()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  // The operator's target alone is asked, and no address that a response or the environment names.
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "prichal");
  set(CURLOPT_WRITEFUNCTION, &Discard);
  return ready && Sign() ? easy_.get() : nullptr;
}

bool Request::Sign() {
  headers_.Clear();
  // An empty value takes out what libcurl would add: its type of a form, and a question before the
  // body that some servers leave unanswered.
  bool ready = headers_.Add("Content-Type:") && headers_.Add("Expect:");
  const auto add = [&](const std::string& header) {
    ready = ready && headers_.Add(header.c_str());
  };
  for (const std::string& header : delivery_.headers) add(header);
  if (delivery_.sign) {
    for (const std::string& header : delivery_.sign(MachineClock().Now().unix_time)) add(header);
  }
  return ready && curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, headers_.get()) == CURLE_OK;
}

Request::Result Request::Read(CURLcode code, std::string& reason) const {
  if (code != CURLE_OK) {
    reason = curl_easy_strerror(code);
    const bool hopeless = code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL;
    return hopeless ? Result::kRefused : Result::kAgain;
  }
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status >= 200 && status < 300) return Result::kDelivered;
  reason = "status " + std::to_string(status);
  const bool later = status >= 500 || status == 408 || status == 425 || status == 429;
  return later ? Result::kAgain : Result::kRefused;
}

}  // namespace prichal::webhook
