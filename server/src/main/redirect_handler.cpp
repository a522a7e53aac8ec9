#include "main/redirect_handler.h"

#include <fmt/format.h>

#include <string_view>

#include "site/routes.h"
#include "http/codec/response_builder.h"

namespace prichal::app {

void RedirectHandler::HandleHead(const http::Request& head, net::ResponseWriter& writer) {
  Handle(head, writer);
}

void RedirectHandler::Handle(const http::Request& request, net::ResponseWriter& writer) {
  constexpr int kPermanentRedirect = 308;
  // The target can name another host (RFC 9112 section 3.2.2); "*" is not a page.
  const std::string_view path = request.path.starts_with('/') ? request.path : "/";
  writer.CountAs(IdOf(Route::kRedirect));
  writer.Respond(
      http::ResponseBuilder(kPermanentRedirect)
          .Header("Location", fmt::format("{}{}{}{}", origin_, path,
                                          request.query.empty() ? "" : "?", request.query))
          .Empty());
}

}  // namespace prichal::app
