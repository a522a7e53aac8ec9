#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/telemetry/log.h"
#include "http/codec/client_address.h"
#include "http/connection/handler.h"
#include "main/access_log.h"
#include "site/published_documents.h"
#include "site/site.h"

namespace prichal::main {

/// Routes the requests of the public site on one event loop: bridge paths to the bridge's handler,
/// sign-in paths to the sign-in handler, all others to the mini app in memory.
class SiteHandler final : public http::Handler {
 public:
  /// `log` must outlive the handler. Call SetContent() before the first request.
  SiteHandler(std::unique_ptr<http::Handler> bridge, telemetry::Log& log);

  /// Content that a configuration reload can replace. `logged_clients` determines the client
  /// address in the log. Empty to log no addresses.
  struct Content {
    std::shared_ptr<const site::Site> site;
    std::optional<http::TrustedProxies> logged_clients;
  };
  /// Replaces the content. Responses in flight keep the old content alive. Call it on the event
  /// loop, or before it runs.
  void SetContent(Content content);
  /// Sets the handler of sign-in paths. Without it these paths do not exist. Call it before the
  /// loop runs.
  void ServeAuth(std::unique_ptr<http::Handler> auth) { auth_ = std::move(auth); }
  /// Replaces the public sign-in documents (keys and metadata). Until the first call they are
  /// answered with 503. Call it on the event loop, or before it runs.
  void Publish(std::shared_ptr<const site::PublishedDocuments> documents) {
    published_ = std::move(documents);
  }

  [[nodiscard]] std::size_t BodyLimit(const http::Request& head) const override;
  [[nodiscard]] std::string_view ErrorLines() const override { return bridge_->ErrorLines(); }
  void HandleHead(const http::Request& head, http::ResponseWriter& writer) override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  [[nodiscard]] LoggedResponseWriter Logged(const http::Request& request,
                                            http::ResponseWriter& writer,
                                            LoggedResponseWriter::Waiting waiting) const;
  /// Returns true if the path belongs to sign-in.
  [[nodiscard]] bool IsAuth(std::string_view path) const;
  void Dispatch(const http::Request& request, http::ResponseWriter& writer);
  void RespondPublished(const http::Request& request, http::ResponseWriter& writer) const;

  std::unique_ptr<http::Handler> bridge_;
  std::unique_ptr<http::Handler> auth_;  ///< null if sign-in is not configured
  telemetry::Log& log_;
  std::shared_ptr<const site::PublishedDocuments> published_;  ///< null until keys are available
  /// Owned by this loop only, because responses count references to it.
  std::shared_ptr<const Content> content_;
};

/// Redirects plain HTTP requests to the HTTPS site with 308 (RFC 9110 section 15.4.9). The target
/// is the configured origin, never the request's Host, which a client can forge.
class RedirectHandler final : public http::Handler {
 public:
  /// `origin`: origin of the site without a trailing slash.
  explicit RedirectHandler(std::string origin) : origin_(std::move(origin)) {}

  /// No limit, because the body is discarded: a longer one is answered at its header section.
  [[nodiscard]] std::size_t BodyLimit(const http::Request& /*head*/) const override {
    return std::numeric_limits<std::size_t>::max();
  }
  void HandleHead(const http::Request& head, http::ResponseWriter& writer) override;
  void Handle(const http::Request& request, http::ResponseWriter& writer) override;

 private:
  const std::string origin_;
};

}  // namespace prichal::main
