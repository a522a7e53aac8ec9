#include "bridge/core/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/random.h"
#include "http/codec/header_fields.h"
#include "http/codec/request.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kNoClientId = "param \"client_id\" not present";

/// Returns the last event ID of the client. The header has precedence unless it is absent, empty or
/// 0.
Result<std::int64_t, BadRequest> ParseCursor(const http::Query& query, std::string_view header) {
  if (!header.empty()) {
    const auto id = ParseInteger(header, 64);
    if (!id) return Bad("Last-Event-ID should be int");
    if (*id != 0) return *id;
  }
  const auto text = query.First("last_event_id");
  if (!text) return 0;
  const auto id = ParseInteger(*text, 64);
  if (!id) return Bad("last_event_id should be int");
  return *id;
}

Result<std::vector<ClientId>, BadRequest> ParseIds(std::string_view list, std::size_t most) {
  std::vector<ClientId> ids;
  while (true) {
    const std::size_t comma = list.find(',');
    const auto id = ClientId::Parse(list.substr(0, comma));
    if (!id) {
      return Bad(
          fmt::format("param \"client_id\" must be a valid public address, error: {}", id.error()));
    }
    if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
    if (ids.size() > most) {
      return Bad(fmt::format("param \"client_id\" has more than {} addresses", most), 414);
    }
    if (comma == std::string_view::npos) return ids;
    list.remove_prefix(comma + 1);
  }
}

Result<ClientId, BadRequest> ParseAddress(const http::Query& query, std::string_view name) {
  const auto text = query.First(name);
  if (!text) return Bad(fmt::format("param \"{}\" not present", name));
  const auto id = ClientId::Parse(*text);
  if (!id) {
    return Bad(fmt::format("failed to parse the \"{}\" address: {}", name, id.error()));
  }
  return *id;
}

Result<Millis, BadRequest> ParseTtl(const http::Query& query, const TtlRule& rule) {
  const auto text = query.First("ttl");
  if (!text) return Bad("param \"ttl\" not present");
  const auto seconds = ParseInteger(*text, 32);
  if (!seconds) {
    return Bad(fmt::format("{} (param \"ttl\")", seconds.error()));
  }
  const Millis ttl = std::chrono::seconds(*seconds);
  if (ttl > rule.most) {
    return Bad(fmt::format("param \"ttl\" too high, the maximum is {}",
                           rule.most / std::chrono::seconds(1)));
  }
  // The official bridge accepts negative TTLs, with which an attacker can erase a queue.
  if (ttl.count() < 0) return Bad("param \"ttl\" must not be negative");
  // TON Connect 2026.05.18: a bridge rejects a TTL that is not positive.
  if (ttl.count() == 0 && !rule.zero) {
    return Bad("param \"ttl\" must be positive");
  }
  return ttl;
}

}  // namespace

Result<EventsRequest, BadRequest> ParseEventsRequest(std::string_view raw_query,
                                                     std::string_view last_event_id_header,
                                                     std::size_t most_ids) {
  const http::Query query(raw_query);
  EventsRequest request;

  const std::string_view heartbeat = query.First("heartbeat").value_or("legacy");
  if (heartbeat != "legacy" && heartbeat != "message") {
    return Bad("invalid heartbeat type. Supported: legacy and message");
  }
  if (heartbeat == "message") request.heartbeat = Heartbeat::kMessage;

  const auto cursor = ParseCursor(query, last_event_id_header);
  if (!cursor) return Fail(cursor.error());
  request.after = *cursor;

  const auto list = query.First("client_id");
  if (!list) return Bad(std::string(kNoClientId));
  auto ids = ParseIds(*list, most_ids);
  if (!ids) return Fail(ids.error());
  request.ids = std::move(*ids);

  request.queue_done = http::SameToken(query.First("enable_queue_done_event").value_or(""), "true");
  return request;
}

Result<MessageRequest, BadRequest> ParseMessageRequest(std::string_view raw_query,
                                                       const TtlRule& rule, Millis unix_time,
                                                       RandomSource& random) {
  const http::Query query(raw_query);
  const auto from = ParseAddress(query, "client_id");
  if (!from) return Fail(from.error());
  const auto to = ParseAddress(query, "to");
  if (!to) return Fail(to.error());
  const auto ttl = ParseTtl(query, rule);
  if (!ttl) return Fail(ttl.error());
  const auto topic = query.First("topic");
  auto trace_id = NormalizeUuid(query.First("trace_id").value_or(""));
  if (!trace_id) trace_id = NewUuidV7(unix_time, random);
  return MessageRequest{
      .from = *from,
      .to = *to,
      .ttl = *ttl,
      .trace_id = std::move(*trace_id),
      .topic = topic ? std::optional<std::string>(*topic) : std::nullopt,
      .no_source = http::SameToken(query.First("no_request_source").value_or(""), "true")};
}

Millis LifeOf(const MessageRequest& message, std::size_t envelope_size,
              const DisconnectRule& rule) {
  const bool is_goodbye = message.topic == "disconnect" && envelope_size < rule.size;
  return is_goodbye ? std::max(message.ttl, rule.ttl) : message.ttl;
}

namespace {

/// Quotes a text like Go's %q, as far as control characters could harm a terminal or a log.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

Result<std::int64_t, std::string> ParseInteger(std::string_view text, int bits) {
  const auto error = [&](std::string_view what) {
    return Fail(fmt::format("strconv.ParseInt: parsing {}: {}", Quoted(text), what));
  };
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool all_digits =
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !all_digits) return error("invalid syntax");

  std::uint64_t magnitude = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const std::uint64_t most = (std::uint64_t{1} << (bits - 1)) - (negative ? 0 : 1);
  if (parsed.ec != std::errc() || magnitude > most) return error("value out of range");
  // Negate as unsigned, because -2^63 has no positive counterpart.
  return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

}  // namespace prichal::bridge
