#include "curl/multi.h"

#include <stdexcept>

namespace prichal::curl {
namespace {

CURLM* Make() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  CURLM* const multi = ready ? curl_multi_init() : nullptr;
  if (multi == nullptr) throw std::runtime_error("libcurl cannot be used");
  return multi;
}

}  // namespace

Multi::Multi() : multi_(Make()) {}

bool Multi::Add(CURL* easy) { return curl_multi_add_handle(multi_.get(), easy) == CURLM_OK; }

void Multi::Remove(CURL* easy) { curl_multi_remove_handle(multi_.get(), easy); }

void Multi::Perform() {
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
}

std::optional<Multi::Ended> Multi::TakeEnded() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    // Removing the transfer takes the message away.
    const Ended ended{.easy = message->easy_handle, .code = message->data.result};
    Remove(ended.easy);
    return ended;
  }
  return std::nullopt;
}

void Multi::Wait(Millis most) {
  curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(most.count()), nullptr);
}

void Multi::Wake() { curl_multi_wakeup(multi_.get()); }

}  // namespace prichal::curl
