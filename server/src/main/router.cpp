#include "main/router.h"

#include <fmt/format.h>

#include <limits>
#include <string_view>

#include "bridge/http/bridge_service.h"
#include "http/codec/response.h"
#include "signin/http/auth_service.h"
#include "signin/service/auth_options.h"
#include "signin/service/problem.h"
#include "site/routes.h"

namespace prichal::main {
namespace {

site::Route BridgeRoute(std::string_view path) {
  if (path == "/bridge/events") return site::Route::kBridgeEvents;
  if (path == "/bridge/message") return site::Route::kBridgeMessage;
  if (path == "/bridge/verify") return site::Route::kBridgeVerify;
  if (path == "/bridge/limits") return site::Route::kBridgeLimits;
  return site::Route::kUnknown;
}

site::Route AuthRoute(std::string_view path) {
  if (path == "/auth/telegram") return site::Route::kAuthTelegram;
  if (path == "/auth/ton") return site::Route::kAuthTon;
  if (path == "/auth/ton/challenge") return site::Route::kAuthChallenge;
  if (path == "/auth/refresh") return site::Route::kAuthRefresh;
  if (path == "/auth/verify") return site::Route::kAuthVerify;
  return site::Route::kAuthOther;
}

}  // namespace

SiteHandler::SiteHandler(std::unique_ptr<http::Handler> bridge, telemetry::Log& log)
    : bridge_(std::move(bridge)), log_(log) {}

void SiteHandler::SetContent(Content content) {
  content_ = std::make_shared<const Content>(std::move(content));
}

std::size_t SiteHandler::BodyLimit(const http::Request& head) const {
  if (IsAuth(head.path)) return auth_->BodyLimit(head);
  if (bridge::BridgeService::Owns(head.path)) return bridge_->BodyLimit(head);
  // No path of the site takes a body: HandleHead() answers before it arrives.
  return std::numeric_limits<std::size_t>::max();
}

bool SiteHandler::IsAuth(std::string_view path) const {
  return auth_ != nullptr && signin::AuthService::Owns(path);
}

void SiteHandler::HandleHead(const http::Request& head, http::ResponseWriter& writer) {
  const bool is_auth = IsAuth(head.path);
  if (!is_auth && !bridge::BridgeService::Owns(head.path)) return Handle(head, writer);
  http::Handler& owner = is_auth ? *auth_ : *bridge_;
  writer.CountAs(site::IdOf(is_auth ? AuthRoute(head.path) : BridgeRoute(head.path)));
  if (!log_.Writes(telemetry::Level::kDebug)) return owner.HandleHead(head, writer);
  LoggedResponseWriter logged = Logged(head, writer, LoggedResponseWriter::Waiting::kSilent);
  owner.HandleHead(head, logged);
}

void SiteHandler::Handle(const http::Request& request, http::ResponseWriter& writer) {
  if (!log_.Writes(telemetry::Level::kDebug)) {
    Dispatch(request, writer);
    return;
  }
  LoggedResponseWriter logged = Logged(request, writer, LoggedResponseWriter::Waiting::kLogged);
  Dispatch(request, logged);
}

LoggedResponseWriter SiteHandler::Logged(const http::Request& request, http::ResponseWriter& writer,
                                         LoggedResponseWriter::Waiting waiting) const {
  std::string client;
  if (content_->logged_clients) {
    client = content_->logged_clients->ClientOf(writer.peer().address, request.lines).ToText();
  }
  return {request, writer, log_, std::move(client), waiting};
}

void SiteHandler::Dispatch(const http::Request& request, http::ResponseWriter& writer) {
  if (bridge::BridgeService::Owns(request.path)) {
    writer.CountAs(site::IdOf(BridgeRoute(request.path)));
    bridge_->Handle(request, writer);
    return;
  }
  if (IsAuth(request.path)) {
    writer.CountAs(site::IdOf(AuthRoute(request.path)));
    auth_->Handle(request, writer);
    return;
  }
  if (signin::AuthService::Owns(request.path)) {
    writer.CountAs(site::IdOf(AuthRoute(request.path)));
    return writer.Respond(signin::ResponseOf(
        {.status = 404,
         .code = "not_configured",
         .detail = fmt::format("sign-in is off; {}", signin::AuthOptions::kHowToEnable)},
        {}));
  }
  if (auth_ != nullptr && site::PublishedDocuments::Owns(request.path)) {
    writer.CountAs(site::IdOf(site::Route::kAuthDocuments));
    RespondPublished(request, writer);
    return;
  }
  const auto reply = content_->site->Respond(request, content_);
  writer.CountAs(site::IdOf(reply.route));
  writer.Respond(reply.response);
}

void SiteHandler::RespondPublished(const http::Request& request,
                                   http::ResponseWriter& writer) const {
  // Respond with 503, not with an empty key set, which verifiers would cache.
  writer.Respond(published_ == nullptr ? signin::ResponseOf(signin::UnavailableProblem(), {})
                                       : published_->Respond(request, published_));
}

void RedirectHandler::HandleHead(const http::Request& head, http::ResponseWriter& writer) {
  Handle(head, writer);
}

void RedirectHandler::Handle(const http::Request& request, http::ResponseWriter& writer) {
  constexpr int kPermanentRedirect = 308;
  // The target can name another host (RFC 9112 section 3.2.2); "*" is not a page.
  const std::string_view path = request.path.starts_with('/') ? request.path : "/";
  writer.CountAs(site::IdOf(site::Route::kRedirect));
  writer.Respond(
      http::ResponseBuilder(kPermanentRedirect)
          .Header("Location", fmt::format("{}{}{}{}", origin_, path,
                                          request.query.empty() ? "" : "?", request.query))
          .Empty());
}

}  // namespace prichal::main
