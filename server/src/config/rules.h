#pragma once

#include <optional>
#include <string_view>

#include "config/settings.h"

namespace prichal::config {

/// What a text may be: the test, and the words that tell an operator what would have passed it.
struct Rule {
  std::string_view allowed;
  bool (*fits)(std::string_view text);
};

/// `127.0.0.1:8080`, `[::1]:0`: a literal address, because a name could resolve to several.
std::optional<Endpoint> EndpointFrom(std::string_view text);

/// A serialized origin (RFC 6454 section 6.2) as browsers write it: http or https, lower case, no
/// default port, no path.
bool IsOrigin(std::string_view text);

extern const Rule kEndpoint;
extern const Rule kOrigin;       ///< or empty
extern const Rule kDirectory;    ///< not looked at here, only not empty
extern const Rule kStoreFolder;  ///< or empty
extern const Rule kName;         ///< shown to people
extern const Rule kOptionalName;
extern const Rule kSlug;
extern const Rule kBotLink;
extern const Rule kPageLink;
extern const Rule kIcon;
extern const Rule kLogLevel;
extern const Rule kLogFormat;
extern const Rule kCspSource;

}  // namespace prichal::config
