#include "outbound/client.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace prichal::probe {

using std::chrono::steady_clock;

Request Client::Complete(Request request) const {
  request.ca_file = options_.ca_file;
  request.connect_timeout = options_.connect_timeout;
  request.allows_http = true;
  request.reads_certificates = true;
  return request;
}

void Client::Begin(curl::Transfer& transfer) {
  if (!multi_.Add(transfer)) throw std::runtime_error("libcurl takes no request");
}

bool Client::RunUntil(const std::function<bool()>& done, steady_clock::time_point until) {
  while (true) {
    multi_.Perform();
    while (multi_.TakeEnded() != nullptr) {
    }
    if (done()) return true;
    const auto left = std::chrono::ceil<Millis>(until - steady_clock::now());
    if (left <= Millis(0) || stopped_) return false;
    multi_.Wait(std::min(left, Millis(60'000)));
  }
}

Answer Client::Fetch(Request request) {
  curl::Transfer transfer(Complete(std::move(request)));
  Begin(transfer);
  // The request's own timeout ends it.
  RunUntil([&] { return transfer.ended(); }, steady_clock::time_point::max());
  if (transfer.ended()) return transfer.TakeAnswer();
  return curl::FailedResponse(Trouble::kOther, "it was stopped");
}

void Client::Stop() {
  stopped_ = true;
  multi_.Wake();
}

}  // namespace prichal::probe
