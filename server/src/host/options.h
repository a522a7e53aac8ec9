#pragma once

#include <string>
#include <vector>

namespace prichal::host {

/// What the mini app's host needs to know; every text has been checked where it was configured.
/// (The braces let designated initializers leave members out under -Wextra.)
struct Options {
  /// Public origin of the site, without a final slash. Of the address that is really listened on,
  /// so it is known only then.
  std::string origin{};

  std::string product_name{};
  std::string product_slug{};
  std::string bot{};                     ///< https://t.me/…, or empty
  std::vector<std::string> languages{};  ///< `ru`, `en`: what the pages speak

  std::string manifest_name{};
  std::string manifest_icon{};   ///< a path on this site, or an https address
  std::string terms_of_use{};    ///< an https address, or empty
  std::string privacy_policy{};  ///< an https address, or empty

  std::vector<std::string> connect_sources{};  ///< more of them for the Content-Security-Policy
  std::vector<std::string> image_sources{};

  /// Visitors are signed in: the page has the module that does so.
  bool sign_in = false;
  /// Development: the stand is served and the app may be framed by pages of this machine.
  bool dev = false;
};

}  // namespace prichal::host
