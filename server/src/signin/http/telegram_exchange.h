#pragma once

#include "signin/http/call.h"

namespace prichal::app {

/// POST /auth/telegram: signs in with the init data of a launch of the mini app, sent as
/// `Authorization: tma <init data>` or as {"init_data": "<init data>"}. On the request's loop.
void SignInWithInitData(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
