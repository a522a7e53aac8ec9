#include "app/site_handler.h"

#include "app/auth/problem.h"
#include "app/auth/service.h"
#include "app/bridge/service.h"
#include "app/routes.h"

namespace prichal::app {
namespace {

Route BridgeRoute(std::string_view path) {
  if (path == "/bridge/events") return Route::kBridgeEvents;
  if (path == "/bridge/message") return Route::kBridgeMessage;
  if (path == "/bridge/verify") return Route::kBridgeVerify;
  if (path == "/bridge/limits") return Route::kBridgeLimits;
  return Route::kUnknown;
}

Route AuthRoute(std::string_view path) {
  if (path == "/auth/telegram") return Route::kAuthTelegram;
  if (path == "/auth/ton") return Route::kAuthTon;
  if (path == "/auth/ton/challenge") return Route::kAuthChallenge;
  if (path == "/auth/refresh") return Route::kAuthRefresh;
  if (path == "/auth/verify") return Route::kAuthVerify;
  return Route::kAuthOther;
}

}  // namespace

SiteHandler::SiteHandler(std::unique_ptr<net::Handler> bridge, telemetry::Log& log)
    : bridge_(std::move(bridge)), log_(log) {}

void SiteHandler::Use(Content content) {
  content_ = std::make_shared<const Content>(std::move(content));
}

std::size_t SiteHandler::BodyLimit(const http::Request& head) const {
  if (IsAuth(head.path)) return auth_->BodyLimit(head);
  return BridgeService::Owns(head.path) ? bridge_->BodyLimit(head) : 0;
}

bool SiteHandler::IsAuth(std::string_view path) const {
  return auth_ != nullptr && AuthService::Owns(path);
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
  if (content_->logged_clients) {
    client = content_->logged_clients->ClientOf(exchange.peer().address, request.lines).ToText();
  }
  return {request, exchange, log_, std::move(client), waiting};
}

void SiteHandler::Dispatch(const http::Request& request, net::Exchange& exchange) {
  if (BridgeService::Owns(request.path)) {
    exchange.CountAs(IdOf(BridgeRoute(request.path)));
    bridge_->Handle(request, exchange);
    return;
  }
  if (IsAuth(request.path)) {
    exchange.CountAs(IdOf(AuthRoute(request.path)));
    auth_->Handle(request, exchange);
    return;
  }
  if (auth_ != nullptr && PublishedDocuments::Owns(request.path)) {
    exchange.CountAs(IdOf(Route::kAuthDocuments));
    RespondPublished(request, exchange);
    return;
  }
  const auto reply = content_->site->Respond(request, content_);
  exchange.CountAs(IdOf(RouteOf(reply.part)));
  exchange.Respond(reply.response);
}

void SiteHandler::RespondPublished(const http::Request& request, net::Exchange& exchange) const {
  // Respond with 503, not with an empty key set, which verifiers would cache.
  exchange.Respond(published_ == nullptr ? ResponseOf(UnavailableProblem(), {})
                                         : published_->Respond(request, published_));
}

}  // namespace prichal::app
