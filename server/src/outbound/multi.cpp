#include "outbound/multi.h"

#include <stdexcept>

#include "outbound/transfer.h"

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

bool Multi::Add(Transfer& transfer) {
  if (!transfer.is_prepared_) return false;
  if (curl_multi_add_handle(multi_.get(), transfer.easy_.get()) != CURLM_OK) return false;
  transfer.multi_ = this;
  return true;
}

void Multi::Remove(Transfer& transfer) {
  curl_multi_remove_handle(multi_.get(), transfer.easy_.get());
  transfer.multi_ = nullptr;
}

void Multi::Perform() {
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
}

Transfer* Multi::TakeEnded() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    Transfer* transfer = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    transfer->Complete(code);
    Remove(*transfer);  // `message` is gone from here on
    return transfer;
  }
  return nullptr;
}

void Multi::Wait(Millis most) {
  curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(most.count()), nullptr);
}

void Multi::Wake() { curl_multi_wakeup(multi_.get()); }

}  // namespace prichal::curl
