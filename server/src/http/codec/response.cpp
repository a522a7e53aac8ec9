#include "http/codec/response.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string_view>

#include "base/json.h"

namespace prichal::http {

std::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 304:
      return "Not Modified";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
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
  static constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                            "Thu", "Fri", "Sat"};
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::chrono::sys_time<Millis> time{unix_time};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::weekday weekday{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::seconds>(time - day)};
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays.at(weekday.c_encoding()),
                     static_cast<unsigned>(date.day()),
                     kMonths.at(static_cast<unsigned>(date.month()) - 1),
                     static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

}  // namespace prichal::http
