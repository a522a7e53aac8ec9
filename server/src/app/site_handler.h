#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "app/logged_exchange.h"
#include "app/published_documents.h"
#include "host/site.h"
#include "http/client_address.h"
#include "net/handler.h"
#include "telemetry/log.h"

namespace prichal::app {

/// Answers the public site on one loop: the bridge's paths by the bridge's handler, those of
/// sign-in by its own, everything else from the mini app in memory.
class SiteHandler final : public net::Handler {
 public:
  /// `log` must outlive the handler. Use() comes before the first request.
  SiteHandler(std::unique_ptr<net::Handler> bridge, telemetry::Log& log);

  /// What a reload may change. `logged_clients` tells the address that the log names for each
  /// request; nothing: it names none.
  struct Content {
    std::shared_ptr<const host::Site> site;
    std::optional<http::TrustedProxies> logged_clients;
  };
  /// Answers from it from now on; what is on its way to clients keeps what it comes from. On the
  /// loop, or before it runs.
  void Use(Content content);
  /// Answers sign-in, which nobody does else. Before the loop runs.
  void ServeAuth(std::unique_ptr<net::Handler> auth) { auth_ = std::move(auth); }
  /// What back ends find of sign-in from now on; until then it is not there yet. On the loop, or
  /// before it runs.
  void Publish(std::shared_ptr<const PublishedDocuments> documents) {
    published_ = std::move(documents);
  }

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  [[nodiscard]] std::string_view ErrorLines() const override { return bridge_->ErrorLines(); }
  void HandleHead(const http::Request& head, net::Exchange& exchange) override;
  void Handle(const http::Request& request, net::Exchange& exchange) override;

 private:
  [[nodiscard]] LoggedExchange Logged(const http::Request& request, net::Exchange& exchange,
                                      LoggedExchange::Waiting waiting) const;
  /// Whether it is sign-in's to answer.
  [[nodiscard]] bool IsAuth(std::string_view path) const;
  void Dispatch(const http::Request& request, net::Exchange& exchange);
  void RespondPublished(const http::Request& request, net::Exchange& exchange) const;

  std::unique_ptr<net::Handler> bridge_;
  std::unique_ptr<net::Handler> auth_;  ///< null: nobody signs in here
  telemetry::Log& log_;
  std::shared_ptr<const PublishedDocuments> published_;  ///< null: there are no keys yet
  /// Of this loop alone: responses count references to it.
  std::shared_ptr<const Content> content_;
};

}  // namespace prichal::app
