#include "http2_client.h"

namespace prichal::testing {

Http2Client::Http2Client(const std::string& address, const http2::FixtureClient::Options& options)
    : tls_(address, {.protocols = {"h2"}}), frames_(options) {
  Flush();
}

void Http2Client::Flush() {
  const std::string said = frames_.TakeOutput();
  if (!said.empty()) tls_.Send(said);
}

void Http2Client::SendRaw(std::string_view bytes) {
  Flush();
  tls_.Send(bytes);
}

bool Http2Client::Until(const std::function<bool()>& enough) {
  Flush();
  while (!enough()) {
    const std::string heard = tls_.ReadSome();
    if (heard.empty() || !frames_.Receive(heard)) return enough();
    Flush();
  }
  return true;
}

const Http2Client::Answer& Http2Client::Read(std::int32_t stream) {
  (void)Until([&] { return frames_.answer(stream).over; });
  return frames_.answer(stream);
}

bool Http2Client::AtEnd() {
  Flush();
  while (true) {
    const std::string heard = tls_.ReadSome();
    if (heard.empty()) return tls_.ended();
    (void)frames_.Receive(heard);
  }
}

}  // namespace prichal::testing
