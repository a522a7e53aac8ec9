#pragma once

#include <string>
#include <vector>

namespace prichal::host {

/// Settings of the mini app's host. The configuration module has validated all texts. (The braces
/// let designated initializers omit members under -Wextra.)
struct Options {
  /// Public origin of the site without a trailing slash. Depends on the actual listening address,
  /// so it is set after the sockets are bound.
  std::string origin{};

  std::string product_name{};
  std::string product_slug{};
  std::string bot{};                     ///< https://t.me/…; empty if none
  std::vector<std::string> languages{};  ///< languages of the pages: `ru`, `en`

  std::string manifest_name{};
  std::string manifest_icon{};   ///< a path on this site or an https URL
  std::string terms_of_use{};    ///< an https URL; empty if none
  std::string privacy_policy{};  ///< an https URL; empty if none

  /// Additional sources for the Content-Security-Policy.
  std::vector<std::string> connect_sources{};
  std::vector<std::string> image_sources{};

  /// True if users sign in; the page then loads the sign-in module.
  bool sign_in = false;
  /// Development mode: serves the sandbox, and lets local pages frame the app.
  bool dev = false;
};

}  // namespace prichal::host
