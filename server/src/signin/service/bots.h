#pragma once

#include <memory>
#include <string>

#include "signin/service/options.h"
#include "base/result.h"
#include "signin/telegram/init_data.h"

namespace prichal::app {

/// Makes the checker for the bots of auth.telegram_bots and auth.telegram_tokens_file. The error is
/// one line that names the key, the reason and the fix, and has nothing of a token.
[[nodiscard]] Result<std::unique_ptr<const telegram::InitDataChecker>, std::string>
MakeInitDataChecker(const AuthOptions& options);

}  // namespace prichal::app
