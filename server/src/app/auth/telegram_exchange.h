#pragma once

#include "app/auth/call.h"

namespace prichal::app {

/// POST /auth/telegram: `Authorization: tma <init data>`, or {"init_data": "<init data>"}, for a
/// session.
void ExchangeInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
