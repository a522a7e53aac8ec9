#include "http/server/proxy_waits.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <span>
#include <string_view>

#include "http/connection/loop_context.h"

namespace prichal::net {
namespace {

Proxied RefusalOf(ProxyHeaderError error) {
  switch (error) {
    case ProxyHeaderError::kMissing:
      return Proxied::kMissing;
    case ProxyHeaderError::kVersion1:
      return Proxied::kVersion1;
    case ProxyHeaderError::kMalformed:
    case ProxyHeaderError::kTooLong:
    case ProxyHeaderError::kChecksum:
      break;
  }
  return Proxied::kMalformed;
}

}  // namespace

class ProxyWaits::Wait final : public Timer {
 public:
  Wait(ProxyWaits& waits, Slots<Wait>::Place place, int fd, const Peer& balancer,
       Admission& admission)
      : waits_(waits),
        place_(place),
        descriptor_(waits.context_.reactor(), fd,
                    Token{.slot = place.slot | kSlotBit, .generation = place.generation}),
        balancer_(balancer),
        admission_(admission) {}

  [[nodiscard]] Slots<Wait>::Place place() const { return place_; }
  [[nodiscard]] Reactor::Descriptor& descriptor() { return descriptor_; }
  [[nodiscard]] const Peer& balancer() const { return balancer_; }
  [[nodiscard]] Admission& admission() const { return admission_; }

 private:
  void OnExpired() override {
    waits_.context_.counters().refused_proxied.at(PlaceOf(Proxied::kLate)).Add();
    waits_.End(*this);
  }

  ProxyWaits& waits_;
  const Slots<Wait>::Place place_;
  Reactor::Descriptor descriptor_;
  const Peer balancer_;
  Admission& admission_;
};

ProxyWaits::ProxyWaits(LoopContext& context) : context_(context) {}

ProxyWaits::~ProxyWaits() = default;

void ProxyWaits::Add(int fd, const Peer& balancer, Admission& admission) {
  const auto place = waits_.Reserve();
  Wait& wait = waits_.Put(place, std::make_unique<Wait>(*this, place, fd, balancer, admission));
  context_.shared().connections.fetch_add(1, std::memory_order_relaxed);
  context_.wheel().Schedule(wait, context_.now().steady + context_.options().header_deadline);
  // A balancer sends the header with what opens the connection: it may be here.
  Look(wait);
}

void ProxyWaits::OnReady(Token token) {
  Wait* wait = waits_.Find(token.slot & ~kSlotBit, token.generation);
  if (wait != nullptr) Look(*wait);
}

void ProxyWaits::CloseAll() {
  waits_.ForEach([this](Wait& wait) { End(wait); });
}

void ProxyWaits::Look(Wait& wait) {
  const std::span<char> room = context_.scratch().first(ProxyHeader::kMostBytes);
  const int fd = wait.descriptor().fd();
  const ssize_t seen = recv(fd, room.data(), room.size(), MSG_PEEK);
  if (seen < 0 && errno != EAGAIN && errno != EINTR) return End(wait);
  // It came and went: a balancer that looks whether somebody listens.
  if (seen == 0) return End(wait);
  const std::string_view bytes(room.data(), static_cast<std::size_t>(std::max<ssize_t>(0, seen)));
  const auto header = ReadProxyHeader(bytes);
  if (!header) return Refuse(wait, header.error());
  if (!*header) {
    // What comes next is told, though what was seen lies there still.
    wait.descriptor().FoundNothing();
    wait.descriptor().AwaitReadable();
    return;
  }
  const std::size_t size = (*header)->bytes;
  if (recv(fd, room.data(), size, 0) != static_cast<ssize_t>(size)) return End(wait);
  context_.counters().bytes_received.Add(size);
  const int socket = wait.descriptor().Release();
  const Peer peer = (*header)->source.value_or(wait.balancer());
  Admission& admission = wait.admission();
  End(wait);
  admission.AdmitAs(socket, peer);
}

void ProxyWaits::Refuse(Wait& wait, ProxyHeaderError error) {
  context_.counters().refused_proxied.at(PlaceOf(RefusalOf(error))).Add();
  End(wait);
}

void ProxyWaits::End(Wait& wait) {
  context_.shared().connections.fetch_sub(1, std::memory_order_relaxed);
  (void)waits_.Remove(wait.place().slot);
}

}  // namespace prichal::net
