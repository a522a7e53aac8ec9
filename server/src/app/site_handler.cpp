#include "app/site_handler.h"

#include "app/bridge/service.h"
#include "app/routes.h"

namespace prichal::app {
namespace {

Route BridgeRoute(std::string_view path) {
  if (path == "/bridge/events") return Route::kBridgeEvents;
  if (path == "/bridge/message") return Route::kBridgeMessage;
  if (path == "/bridge/verify") return Route::kBridgeVerify;
  return Route::kUnknown;
}

}  // namespace

SiteHandler::SiteHandler(const std::unique_ptr<host::Site>& site,
                         std::unique_ptr<net::Handler> bridge, telemetry::Log& log,
                         const http::TrustedProxies* logged_clients)
    : site_(site), bridge_(std::move(bridge)), log_(log), logged_clients_(logged_clients) {}

std::size_t SiteHandler::BodyLimit(const http::Request& head) const {
  return BridgeService::Owns(head.path) ? bridge_->BodyLimit(head) : 0;
}

void SiteHandler::HandleHead(const http::Request& head, net::Exchange& exchange) {
  if (!BridgeService::Owns(head.path)) return;
  exchange.CountAs(IdOf(BridgeRoute(head.path)));
  if (!log_.Writes(telemetry::Level::kDebug)) return bridge_->HandleHead(head, exchange);
  LoggedExchange logged = Logged(head, exchange, LoggedExchange::Waiting::kSilent);
  bridge_->HandleHead(head, logged);
}

void SiteHandler::Handle(const http::Request& request, net::Exchange& exchange) {
  if (!log_.Writes(telemetry::Level::kDebug)) {
    Dispatch(request, exchange);
    return;
  }
  LoggedExchange logged = Logged(request, exchange, LoggedExchange::Waiting::kLogged);
  Dispatch(request, logged);
}

LoggedExchange SiteHandler::Logged(const http::Request& request, net::Exchange& exchange,
                                   LoggedExchange::Waiting waiting) const {
  std::string client;
  if (logged_clients_ != nullptr) {
    client = logged_clients_->ClientOf(exchange.peer().address, request.lines).ToText();
  }
  return {request, exchange, log_, std::move(client), waiting};
}

void SiteHandler::Dispatch(const http::Request& request, net::Exchange& exchange) {
  if (BridgeService::Owns(request.path)) {
    exchange.CountAs(IdOf(BridgeRoute(request.path)));
    bridge_->Handle(request, exchange);
    return;
  }
  const auto reply = site_->Answer(request);
  exchange.CountAs(IdOf(RouteOf(reply.part)));
  exchange.Answer(reply.answer);
}

}  // namespace prichal::app
