#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "http/client_address.h"
#include "webhook/notices.h"

namespace prichal::app {

/// What an operator may choose about the bridge; `bridge.*` of the configuration.
struct BridgeOptions {
  Millis heartbeat{10'000};                        ///< between two heartbeats of a stream
  Millis ttl_max{300'000};                         ///< a longer ttl is refused
  Millis disconnect_ttl{3'600'000};                ///< of a small message of topic "disconnect"
  std::size_t disconnect_size = 512;               ///< what is small: bytes of its envelope
  bool request_source = true;                      ///< receivers are told where a message came from
  Millis connect_cache_ttl{300'000};               ///< an opened stream is known to verify so long
  std::size_t connect_cache_size = 100'000;        ///< of them at most; 0: none
  std::size_t body_limit = 10 * 1024 * 1024;       ///< bytes of a message's body; beyond it 413
  Millis lifetime{7'200'000};                      ///< of a stream; zero: no end
  Millis lifetime_jitter{900'000};                 ///< up to this much is added, in whole seconds
  bool cors = true;                                ///< pages of other origins may use the bridge
  std::size_t ids_per_stream = 200;                ///< client ids of one stream; beyond it 414
  std::size_t total_ids = 1'000'000;               ///< client ids of all streams; beyond it 503
  std::size_t stream_bytes = 64 * 1024;            ///< waiting for a slow reader; beyond it the end
  std::size_t stream_events = 256;                 ///< "
  std::size_t mailbox_messages = 10'000;           ///< waiting for one client id; beyond it 429
  std::size_t mailbox_bytes = 16 * 1024 * 1024;    ///< "
  std::size_t total_bytes = 1024UL * 1024 * 1024;  ///< waiting in all mailboxes; beyond it 503
  webhook::NoticeOptions notices{};                ///< other servers that are told of messages
  std::size_t rate_limit = 50;          ///< messages a second of one address; zero: no limit
  std::size_t rate_burst = 100;         ///< and at once, after a rest
  std::size_t connections_limit = 500;  ///< streams of one address; beyond it 429; zero: no limit
  std::size_t limited_addresses = 65'536;    ///< that the two limits remember
  std::vector<std::string> bypass_tokens{};  ///< secrets that lift them
  http::TrustedProxies proxies{};            ///< whose word about the client is believed
};

}  // namespace prichal::app
