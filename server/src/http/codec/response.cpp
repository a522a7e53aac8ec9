#include "http/codec/response.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>

#include "base/json.h"

namespace prichal::http {

namespace {

struct Reason {
  int status;
  std::string_view phrase;
};
constexpr auto kReasons = std::to_array<Reason>({
    {200, "OK"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {304, "Not Modified"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
});

}  // namespace

std::string_view ReasonPhrase(int status) {
  for (const Reason& reason : kReasons) {
    if (reason.status == status) return reason.phrase;
  }
  return "Unknown";
}

ResponseBuilder::ResponseBuilder(int status)
    : status_(status), head_(fmt::format("HTTP/1.1 {} {}\r\n", status, ReasonPhrase(status))) {}

ResponseBuilder& ResponseBuilder::Header(std::string_view name, std::string_view value) {
  static constexpr std::string_view kLineEnds("\r\n\0", 3);
  if (name.find_first_of(kLineEnds) == std::string_view::npos &&
      value.find_first_of(kLineEnds) == std::string_view::npos) {
    head_.append(name).append(": ").append(value).append("\r\n");
  }
  return *this;
}

ResponseBuilder& ResponseBuilder::Lines(std::string_view lines) {
  head_.append(lines);
  return *this;
}

ResponseBuilder& ResponseBuilder::Close() {
  close_ = true;
  return *this;
}

Response ResponseBuilder::Body(std::string_view content_type, SharedBytes bytes) {
  Header("Content-Type", content_type);
  Header("Content-Length", std::to_string(bytes->size()));
  return Build(std::move(bytes));
}

Response ResponseBuilder::Body(std::string_view content_type, std::string bytes) {
  return Body(content_type, Share(std::move(bytes)));
}

Response ResponseBuilder::Empty() {
  if (status_ != 204 && status_ != 304) Header("Content-Length", "0");
  return Build(nullptr);
}

Response ResponseBuilder::Stream(std::string_view content_type) {
  Header("Content-Type", content_type);
  return Build(nullptr);
}

Response ResponseBuilder::Build(SharedBytes body) {
  return {.status = status_, .head = Share(head_), .body = std::move(body), .close = close_};
}

Response ErrorResponse(int status, std::string_view message, std::string_view lines) {
  std::string body = "{\"message\":";
  AppendJsonString(body, message);
  body += fmt::format(",\"statusCode\":{}}}\n", status);
  return ResponseBuilder(status).Lines(lines).Body("application/json", std::move(body));
}

std::string HttpDate(Millis unix_time) {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(SecondsOf(unix_time).count()));
}

}  // namespace prichal::http
