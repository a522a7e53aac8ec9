#include "bridge/core/verify_request.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <optional>

#include "http/codec/query.h"
#include "bridge/core/origin.h"

namespace prichal::bridge {
namespace {

namespace json = boost::json;

struct Fields {
  std::string client_id;
  std::string url;
  std::string type;
};

bool SameIgnoringCase(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return lower(a) == lower(b);
}

bool IsConnect(std::string_view type) {
  static constexpr std::string_view kConnect = "connect";
  return std::equal(type.begin(), type.end(), kConnect.begin(), kConnect.end(), SameIgnoringCase);
}

bool CallsItJson(std::string_view content_type) {
  static constexpr std::string_view kJson = "application/json";
  return std::search(content_type.begin(), content_type.end(), kJson.begin(), kJson.end(),
                     SameIgnoringCase) != content_type.end();
}

/// Nothing when no field is there.
std::optional<Fields> FromBody(std::string_view body) {
  boost::system::error_code error;
  const json::value value = json::parse({body.data(), body.size()}, error);
  const auto* object = error ? nullptr : value.if_object();
  if (object == nullptr) return std::nullopt;
  const auto text = [object](std::string_view name) {
    const auto* field = object->if_contains({name.data(), name.size()});
    const auto* found = field == nullptr ? nullptr : field->if_string();
    return found == nullptr ? std::string() : std::string(found->data(), found->size());
  };
  Fields fields{.client_id = text("client_id"), .url = text("url"), .type = text("type")};
  const bool any = !fields.client_id.empty() || !fields.url.empty() || !fields.type.empty() ||
                   !text("trace_id").empty();
  return any ? std::optional(std::move(fields)) : std::nullopt;
}

Fields FromQuery(std::string_view raw_query) {
  const Query query(raw_query);
  const auto text = [&query](std::string_view name) {
    return std::string(query.First(name).value_or(""));
  };
  return {.client_id = text("client_id"), .url = text("url"), .type = text("type")};
}

}  // namespace

Result<VerifyRequest, BadRequest> ParseVerifyRequest(std::string_view query,
                                                     std::string_view content_type,
                                                     std::string_view body) {
  auto in_body = CallsItJson(content_type) ? FromBody(body) : std::nullopt;
  Fields fields = in_body ? *std::move(in_body) : FromQuery(query);
  if (fields.client_id.empty()) {
    return Fail(BadRequest{.message = "param \"client_id\" not present"});
  }
  if (fields.url.empty()) return Fail(BadRequest{.message = "param \"url\" not present"});
  if (!fields.type.empty() && !IsConnect(fields.type)) {
    return Fail(BadRequest{.message = "param \"type\" must be: connect"});
  }
  return VerifyRequest{.client_id = std::move(fields.client_id), .origin = OriginFrom(fields.url)};
}

}  // namespace prichal::bridge
