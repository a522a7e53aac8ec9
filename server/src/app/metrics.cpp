#include "app/metrics.h"

#include <array>

#include "app/routes.h"

namespace prichal::app {
namespace {

constexpr std::array<std::string_view, 6> kClasses{"", "1xx", "2xx", "3xx", "4xx", "5xx"};

double Value(std::uint64_t number) { return static_cast<double>(number); }

void AddConnections(telemetry::Exposition& out, const net::NetStats& net) {
  out.Gauge("prichal_connections", "Open connections, streams included.", Value(net.connections));
  out.Gauge("prichal_streams", "Open streams of the bridge.", Value(net.streams));
  out.Counter("prichal_connections_accepted_total", "Connections since the start.",
              Value(net.accepted));
  const auto refused = [&](std::string_view reason, std::uint64_t count) {
    out.Counter("prichal_connections_refused_total", "Connections that were closed at the door.",
                Value(count), {{"reason", reason}});
  };
  refused("too_many", net.refused_full);
  refused("no_descriptor", net.refused_descriptors);
  out.Counter("prichal_connections_timed_out_total", "Connections closed by a deadline.",
              Value(net.timeouts));
  out.Counter("prichal_streams_too_slow_total", "Streams ended because their reader fell behind.",
              Value(net.streams_too_slow));
  out.Counter("prichal_received_bytes_total", "Bytes read from clients.",
              Value(net.bytes_received));
  out.Counter("prichal_sent_bytes_total", "Bytes written to clients.", Value(net.bytes_sent));
}

void AddAnswers(telemetry::Exposition& out, const net::NetStats& net) {
  for (std::size_t route = 0; route < kRouteNames.size(); ++route) {
    for (std::size_t code = 2; code < kClasses.size(); ++code) {
      out.Counter("prichal_http_answers_total", "Answers by what they were about and their class.",
                  Value(net.answers.at(route).at(code)),
                  {{"route", kRouteNames.at(route)}, {"code", kClasses.at(code)}});
    }
  }
  out.Counter("prichal_http_bad_requests_total", "Requests that are not well-formed HTTP.",
              Value(net.bad_requests));
}

}  // namespace

void AddNumbers(telemetry::Exposition& exposition, const Numbers& numbers) {
  exposition.Gauge("prichal_build_info", "Always 1; the labels say what is running.", 1,
                   {{"version", numbers.version}, {"compiler", __VERSION__}});
  exposition.Gauge("prichal_ready", "1 when new work is welcome, 0 while draining.",
                   numbers.draining ? 0 : 1);
  exposition.Gauge("prichal_loops", "Event loops.", Value(numbers.loops));
  AddConnections(exposition, numbers.net);
  AddAnswers(exposition, numbers.net);
  exposition.Counter("prichal_loop_mailbox_full_total",
                     "Tasks between loops that found no room and were refused.",
                     Value(numbers.net.mailbox_full));
  exposition.Counter("prichal_log_lines_dropped_total",
                     "Log lines that gave way to newer ones because writing was too slow.",
                     Value(numbers.log_lines_dropped));
  telemetry::AddProcess(exposition, numbers.process);
}

}  // namespace prichal::app
