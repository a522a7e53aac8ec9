#include "valkey/slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <charconv>
#include <optional>

#include "base/encoding.h"

namespace prichal::valkey {
namespace {

bool IsSlot(const Reply& reply) {
  return reply.kind == Reply::Kind::kInteger && reply.integer >= 0 &&
         reply.integer < static_cast<std::int64_t>(kSlots);
}

/// Parses a node, [host, port, id, ...]. Empty if it is malformed. The host is empty if the server
/// does not know it ("?").
std::optional<Endpoint> ParseNode(const Reply& reply, const Endpoint& asked) {
  if (reply.kind != Reply::Kind::kList || reply.items.size() < 2) return std::nullopt;
  const Reply& host = reply.items[0];
  const Reply& port = reply.items[1];
  if (host.kind != Reply::Kind::kText && host.kind != Reply::Kind::kNil) return std::nullopt;
  if (port.kind != Reply::Kind::kInteger || port.integer < 0 || port.integer > 65'535) {
    return std::nullopt;
  }
  Endpoint node{.host = host.text.empty() ? asked.host : host.text,
                .port = static_cast<std::uint16_t>(port.integer)};
  if (node.host == "?" || node.port == 0) node.host.clear();
  return node;
}

/// Parses "host:port" as servers write it, without brackets around IPv6. Empty if malformed.
std::optional<Endpoint> ParseTarget(std::string_view text, const Endpoint& from) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = ParseNumber<std::uint16_t>(text.substr(colon + 1));
  if (!port || *port == 0) return std::nullopt;
  const std::string_view host = text.substr(0, colon);
  if (host == "?") return std::nullopt;
  return Endpoint{.host = host.empty() ? from.host : std::string(host), .port = *port};
}

/// Parses "3999 127.0.0.1:6381". Empty if malformed.
std::optional<Refusal> ParseRedirection(Refusal::Kind kind, std::string_view text,
                                        const Endpoint& from) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto slot = ParseNumber<std::uint16_t>(text.substr(0, space));
  std::string_view place = text.substr(space + 1);
  place = place.substr(0, place.find(' '));
  auto target = ParseTarget(place, from);
  if (!slot || *slot >= kSlots || !target) return std::nullopt;
  return Refusal{.kind = kind, .slot = *slot, .target = std::move(*target)};
}

}  // namespace

std::uint16_t Crc16(std::string_view bytes) {
  boost::crc_optimal<16, 0x1021> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return static_cast<std::uint16_t>(crc.checksum());
}

std::uint16_t SlotOf(std::string_view key) {
  if (const std::size_t open = key.find('{'); open != std::string_view::npos) {
    const std::size_t close = key.find('}', open + 1);
    if (close != std::string_view::npos && close > open + 1) {
      key = key.substr(open + 1, close - open - 1);
    }
  }
  return Crc16(key) % kSlots;
}

std::string NameOf(const Endpoint& endpoint) {
  return endpoint.host.find(':') == std::string::npos
             ? fmt::format("{}:{}", endpoint.host, endpoint.port)
             : fmt::format("[{}]:{}", endpoint.host, endpoint.port);
}

Result<std::vector<SlotRange>, std::string> ParseSlots(const Reply& reply, const Endpoint& asked) {
  if (reply.kind == Reply::Kind::kError) return Fail(reply.text);
  if (reply.kind != Reply::Kind::kList) return Fail(std::string("not a list of slots"));
  std::vector<SlotRange> ranges;
  for (const Reply& item : reply.items) {
    if (item.kind != Reply::Kind::kList || item.items.size() < 3 || !IsSlot(item.items[0]) ||
        !IsSlot(item.items[1]) || item.items[0].integer > item.items[1].integer) {
      return Fail(std::string("a malformed range of slots"));
    }
    SlotRange range{.first = static_cast<std::uint16_t>(item.items[0].integer),
                    .last = static_cast<std::uint16_t>(item.items[1].integer),
                    .master = {},
                    .replicas = {}};
    for (std::size_t i = 2; i < item.items.size(); ++i) {
      auto node = ParseNode(item.items[i], asked);
      if (!node) return Fail(std::string("a malformed node"));
      if (i == 2) {
        range.master = std::move(*node);
      } else if (!node->host.empty()) {
        range.replicas.push_back(std::move(*node));
      }
    }
    if (!range.master.host.empty()) ranges.push_back(std::move(range));
  }
  return ranges;
}

Refusal ReadRefusal(std::string_view text, const Endpoint& from) {
  using Kind = Refusal::Kind;
  const std::size_t space = text.find(' ');
  const std::string_view code = text.substr(0, space);
  const std::string_view rest =
      space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
  if (code == "MOVED" || code == "ASK") {
    auto redirection = ParseRedirection(code == "ASK" ? Kind::kAsk : Kind::kMoved, rest, from);
    // The target is unknown; the next map will show it.
    return redirection ? std::move(*redirection) : Refusal{.kind = Kind::kTryAgain};
  }
  static constexpr std::array kLater = {"TRYAGAIN", "CLUSTERDOWN", "LOADING"};
  static constexpr std::array kReplica = {"READONLY", "MASTERDOWN", "UNBLOCKED"};
  if (std::find(kLater.begin(), kLater.end(), code) != kLater.end()) {
    return {.kind = Kind::kTryAgain};
  }
  if (std::find(kReplica.begin(), kReplica.end(), code) != kReplica.end()) {
    return {.kind = Kind::kReadOnly};
  }
  if (code == "NOSCRIPT") return {.kind = Kind::kNoScript};
  if (text.find("cluster support disabled") != std::string_view::npos ||
      (code == "ERR" &&
       (rest.starts_with("unknown command") || rest.starts_with("Unknown command")))) {
    return {.kind = Kind::kNoCluster};
  }
  return {};
}

}  // namespace prichal::valkey
