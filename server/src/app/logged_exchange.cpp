#include "app/logged_exchange.h"

namespace prichal::app {
namespace {

constexpr std::size_t kPathBytes = 200;

std::string_view NameOf(http::Method method) {
  switch (method) {
    case http::Method::kGet:
      return "GET";
    case http::Method::kHead:
      return "HEAD";
    case http::Method::kPost:
      return "POST";
    case http::Method::kOptions:
      return "OPTIONS";
    case http::Method::kOther:
      break;
  }
  return "other";
}

}  // namespace

LoggedExchange::LoggedExchange(const http::Request& request, net::Exchange& exchange,
                               telemetry::Log& log)
    : exchange_(exchange),
      log_(log),
      method_(request.method),
      path_(request.path.substr(0, kPathBytes)) {}

LoggedExchange::~LoggedExchange() {
  if (status_ == 0) {
    log_.Write(telemetry::Level::kDebug, "request waits for its answer",
               {{"method", NameOf(method_)}, {"path", path_}});
  } else {
    log_.Write(telemetry::Level::kDebug, "request",
               {{"method", NameOf(method_)}, {"path", path_}, {"status", status_}});
  }
}

void LoggedExchange::Answer(const http::Answer& answer) {
  status_ = answer.status;
  exchange_.Answer(answer);
}

net::Stream& LoggedExchange::Begin(StreamStart start) {
  status_ = start.answer.status;
  return exchange_.Begin(std::move(start));
}

}  // namespace prichal::app
