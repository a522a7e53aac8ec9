#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "host/options.h"

namespace prichal::host {

/// index.html of the mini app with the configuration put into its
/// `<script type="application/json" id="page-config">{}</script>`, so that one build serves any
/// product. The error is one line.
[[nodiscard]] Result<std::string, std::string> ComposePage(std::string_view html,
                                                           const Options& options);

}  // namespace prichal::host
