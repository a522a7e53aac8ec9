#include "probe/client.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace prichal::probe {

using std::chrono::steady_clock;

void Client::Begin(Transfer& transfer) {
  if (!multi_.Add(transfer.easy_.get())) throw std::runtime_error("libcurl takes no request");
}

void Client::End(Transfer& transfer) { multi_.Remove(transfer.easy_.get()); }

bool Client::RunUntil(const std::function<bool()>& done, steady_clock::time_point until) {
  while (true) {
    multi_.Perform();
    while (const auto ended = multi_.TakeEnded()) {
      Transfer* transfer = nullptr;
      curl_easy_getinfo(ended->easy, CURLINFO_PRIVATE, &transfer);
      transfer->Finish(ended->code);
    }
    if (done()) return true;
    const auto left = std::chrono::ceil<Millis>(until - steady_clock::now());
    if (left <= Millis(0) || stopped_) return false;
    multi_.Wait(std::min(left, Millis(60'000)));
  }
}

Answer Client::Ask(Request request) {
  Transfer transfer(*this, std::move(request));
  // The transfer has a timeout of its own, so that there is an end.
  RunUntil([&] { return transfer.ended(); }, steady_clock::time_point::max());
  if (transfer.ended()) return transfer.answer();
  Answer stopped;
  stopped.trouble = Trouble::kOther;
  stopped.words = "it was stopped";
  return stopped;
}

void Client::Stop() {
  stopped_ = true;
  multi_.Wake();
}

}  // namespace prichal::probe
